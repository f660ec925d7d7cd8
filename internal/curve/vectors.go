package curve

// Vectors are loops over elements, on one processor.
type Vectors[E any] struct {
	// Add, Sub and Mul set z[i] from x[i] and y[i], ScalarMul to c·x[i]. They are gnark-crypto's.
	// Vectors have one length, and the result may be one of the operands.
	Add, Sub, Mul func(z, x, y []E)
	ScalarMul     func(z, x []E, c *E)

	// Evaluate returns p(x) = Σ p[i]·xⁱ.
	Evaluate func(p []E, x E) E
	// InnerProduct returns Σ x[i]·y[i]. It is gnark-crypto's.
	InnerProduct func(x, y []E) E
	// Divide replaces each p[i] by Σ p[j]·a^(j−i) over j ≥ i. The carry is p[n], where p has
	// length n.
	Divide func(p []E, a, carry E)
	// Product returns the product of all entries.
	Product func(v []E) E
	// PrefixProducts replaces each entry by the product of `before` and the entries before it. It
	// returns the product of all.
	PrefixProducts func(v []E, before E) E
	// Invert inverts entries but zeros with one inversion. It writes as many products.
	Invert func(v, products []E)
}

// vector is a pointer to a vector of gnark-crypto.
type vector[E any, V ~[]E] interface {
	*V
	Add(x, y V)
	Sub(x, y V)
	Mul(x, y V)
	ScalarMul(x V, c *E)
	InnerProduct(y V) E
}

// in returns a pointer to a vector of gnark-crypto with the memory of another.
func in[V ~[]E, E any](z []E) *V {
	v := V(z)
	return &v
}

func vectorsOf[E any, V ~[]E, S scalar[E], W vector[E, V]]() Vectors[E] {
	return Vectors[E]{
		Add:       func(z, x, y []E) { W(in[V](z)).Add(x, y) },
		Sub:       func(z, x, y []E) { W(in[V](z)).Sub(x, y) },
		Mul:       func(z, x, y []E) { W(in[V](z)).Mul(x, y) },
		ScalarMul: func(z, x []E, c *E) { W(in[V](z)).ScalarMul(x, c) },

		InnerProduct: func(x, y []E) E { return W(in[V](x)).InnerProduct(y) },

		Evaluate:       evaluate[E, S],
		Divide:         divide[E, S],
		Product:        product[E, S],
		PrefixProducts: prefixProducts[E, S],
		Invert:         invert[E, S],
	}
}

// evaluate is Horner's rule.
func evaluate[E any, S scalar[E]](p []E, x E) (value E) {
	for i := len(p) - 1; i >= 0; i-- {
		S(&value).Mul(&value, &x)
		S(&value).Add(&value, &p[i])
	}
	return value
}

// divide is synthetic division, from the highest coefficient down. The carry is the sum above p.
func divide[E any, S scalar[E]](p []E, a, carry E) {
	for i := len(p) - 1; i >= 0; i-- {
		S(&carry).Mul(&carry, &a)
		S(&carry).Add(&carry, &p[i])
		p[i] = carry
	}
}

func product[E any, S scalar[E]](v []E) (all E) {
	S(&all).SetOne()
	for i := range v {
		S(&all).Mul(&all, &v[i])
	}
	return all
}

func prefixProducts[E any, S scalar[E]](v []E, before E) E {
	for i := range v {
		entry := v[i]
		v[i] = before
		S(&before).Mul(&before, &entry)
	}
	return before
}

// invert inverts the product of all (Montgomery's trick).
func invert[E any, S scalar[E]](v, products []E) {
	var all, zero E
	defer func() { all = zero }() // it tells of the entries
	S(&all).SetOne()
	for i := range v {
		products[i] = all // of the entries before, zeros left out
		if !S(&v[i]).IsZero() {
			S(&all).Mul(&all, &v[i])
		}
	}
	S(&all).Inverse(&all)
	for i := len(v) - 1; i >= 0; i-- {
		if S(&v[i]).IsZero() {
			continue
		}
		S(&products[i]).Mul(&all, &products[i])
		S(&all).Mul(&all, &v[i])
		v[i] = products[i]
	}
}
