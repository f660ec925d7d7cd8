package integers

import "math/big"

// reduction is a reduction of rows with δ = 99/100. Rows may depend on each other.
//
// Let b*_i be the part of row i that is orthogonal to the rows before it, B_i the square of its
// length, and μ_ij the coefficients of b*_j in row i. The reduction keeps integers: d_i, the
// product of B_0 to B_i without zeros; n_i = d_{i-1}·B_i; and λ_ij = d_j·μ_ij. See H. Cohen, A
// Course in Computational Algebraic Number Theory, algorithm 2.6.7.
type reduction struct {
	rows [][]big.Int
	// A row that is not zero from column denominator on, and nowhere exceeds bound, ends the
	// reduction.
	bound       *big.Int
	denominator int

	d      []big.Int // d[i+1] is d_i, and d[0] = 1
	n      []big.Int
	lambda [][]big.Int

	x, y, quotient, rest big.Int
}

func newReduction(rows [][]big.Int, bound *big.Int, denominator int) *reduction {
	m := len(rows)
	r := &reduction{
		rows: rows, bound: bound, denominator: denominator,
		d: make([]big.Int, m+1), n: make([]big.Int, m), lambda: make([][]big.Int, m),
	}
	r.d[0].SetInt64(1)
	for i := range r.lambda {
		r.lambda[i] = make([]big.Int, i)
	}
	return r
}

// run reduces the rows, and returns the first row that ends the reduction, or -1.
func (r *reduction) run() int {
	for i := range r.rows {
		if r.ends(i) {
			return i
		}
	}
	r.orthogonalize(0)
	ready := 0 // the last row that is orthogonalized
	for k := 1; k < len(r.rows); {
		if k > ready {
			r.orthogonalize(k)
			ready = k
		}
		if r.shorten(k) {
			return k
		}
		if r.n[k-1].Sign() == 0 || r.ordered(k) {
			k++
			continue
		}
		r.swap(k)
		ready = k
		for i := k - 1; i <= k; i++ {
			if r.ends(i) {
				return i
			}
		}
		k = max(k-1, 1)
	}
	return -1
}

func (r *reduction) ends(i int) bool {
	row := r.rows[i]
	if isZero(row[r.denominator:]) {
		return false
	}
	for j := range row {
		if row[j].CmpAbs(r.bound) > 0 {
			return false
		}
	}
	return true
}

func isZero(row []big.Int) bool {
	for i := range row {
		if row[i].Sign() != 0 {
			return false
		}
	}
	return true
}

// orthogonalize computes λ_ij, n_i and d_i of a row from the rows before it.
func (r *reduction) orthogonalize(i int) {
	for j := range i {
		if r.n[j].Sign() != 0 {
			r.project(&r.lambda[i][j], i, j)
		} else {
			r.lambda[i][j].SetInt64(0)
		}
	}
	r.project(&r.n[i], i, i)
	r.multiply(i)
}

// project sets z to the product of row i and b*_j, times d_{j-1}. It is λ_ij or, for j = i, n_i. It
// needs λ_il for l below j.
func (r *reduction) project(z *big.Int, i, j int) {
	r.dot(z, r.rows[i], r.rows[j])
	for l := range j {
		if r.n[l].Sign() == 0 {
			continue
		}
		r.x.Mul(z, &r.d[l+1])
		r.y.Mul(&r.lambda[i][l], &r.lambda[j][l])
		r.x.Sub(&r.x, &r.y)
		z.QuoRem(&r.x, &r.d[l], &r.rest) // which is zero
	}
}

func (r *reduction) multiply(i int) {
	d := &r.n[i]
	if d.Sign() == 0 {
		d = &r.d[i]
	}
	r.d[i+1].Set(d)
}

func (r *reduction) dot(z *big.Int, a, b []big.Int) {
	z.SetInt64(0)
	for l := range a {
		r.x.Mul(&a[l], &b[l])
		z.Add(z, &r.x)
	}
}

// shorten subtracts multiples of the rows before it from row k. They leave |μ_kj| ≤ 1/2. It reports
// whether the row ends the reduction, also in between.
func (r *reduction) shorten(k int) bool {
	for j := k - 1; j >= 0; j-- {
		if r.n[j].Sign() == 0 {
			continue
		}
		lambda, d := &r.lambda[k][j], &r.d[j+1]
		r.x.Lsh(lambda, 1)
		if r.x.CmpAbs(d) <= 0 {
			continue
		}
		// The nearest integer to λ/d, the larger one of two.
		r.x.Add(&r.x, d)
		r.y.Lsh(d, 1)
		q, _ := r.quotient.DivMod(&r.x, &r.y, &r.rest)
		r.subtract(r.rows[k], q, r.rows[j])
		r.subtract(r.lambda[k], q, r.lambda[j])
		r.x.Mul(q, d)
		lambda.Sub(lambda, &r.x)
		if r.ends(k) {
			return true
		}
	}
	return false
}

// subtract sets a = a − q·b, where b may be shorter.
func (r *reduction) subtract(a []big.Int, q *big.Int, b []big.Int) {
	for l := range b {
		r.x.Mul(q, &b[l])
		a[l].Sub(&a[l], &r.x)
	}
}

// ordered reports whether B_k ≥ (99/100 − μ²)·B_{k-1} for μ = μ_{k,k-1}, as Lovász asks. It leaves
// d_{k-2}·n_k + λ² in y.
func (r *reduction) ordered(k int) bool {
	lambda, d := &r.lambda[k][k-1], &r.d[k]
	r.x.Mul(lambda, lambda)
	r.y.Mul(&r.d[k-1], &r.n[k])
	r.y.Add(&r.y, &r.x)
	r.x.Mul(&r.y, hundred)
	r.rest.Mul(d, d)
	r.quotient.Mul(&r.rest, ninetyNine)
	return r.x.Cmp(&r.quotient) >= 0
}

var ninetyNine, hundred = big.NewInt(99), big.NewInt(100)

// swap exchanges the rows k-1 and k that [reduction.ordered] was just asked for. Rows behind them
// have to be orthogonalized anew.
func (r *reduction) swap(k int) {
	r.rows[k-1], r.rows[k] = r.rows[k], r.rows[k-1]
	for l := range k - 1 {
		r.lambda[k-1][l], r.lambda[k][l] = r.lambda[k][l], r.lambda[k-1][l]
	}
	r.quotient.QuoRem(&r.y, &r.d[k], &r.rest)
	if r.quotient.Sign() == 0 { // row k-1 depends on those before it, and row k is as it was
		r.n[k].Set(&r.n[k-1])
		r.lambda[k][k-1].SetInt64(0)
	}
	r.n[k-1].Set(&r.quotient)
	r.multiply(k - 1)
	r.multiply(k)
}
