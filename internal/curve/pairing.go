package curve

// Pairing is the pairing of a curve's groups. It tells products of pairings by their factors, since
// the final exponentiation is one for all. All points are in the subgroups.
type Pairing[P1, P2 any] struct {
	// Factor returns the factor e(p, q).
	Factor func(p P1, q P2) (Factor, error)
	// Fixed returns Factor for a point q that is in many products. It computes once the values that
	// depend on q alone.
	Fixed func(q P2) func(p P1) (Factor, error)
	// Product multiplies factors.
	Product func(factors ...Factor) Factor
	// One says whether a product of pairings is 1.
	One func(product Factor) bool
	// Generator1 and Generator2 generate G1 and G2.
	Generator1 P1
	Generator2 P2
}

// Factor is the result of Miller loops, in a type of the curve's.
type Factor any

// point is a pointer to an affine point of gnark-crypto's.
type point[P any] interface {
	*P
	IsInfinity() bool
}

// target is a pointer to an element of the group that pairings lead to.
type target[T any] interface {
	*T
	SetOne() *T
	Mul(x, y *T) *T
	Equal(*T) bool
}

// PairingOf returns the pairing that functions of gnark-crypto compute. The type of lines has no
// name there.
func PairingOf[
	P1, P2, T, J1, J2, L any, G1 point[P1], G2 point[P2], GT target[T],
](
	generators func() (J1, J2, P1, P2),
	loop func([]P1, []P2) (T, error),
	lines func(P2) L,
	loopFixed func([]P1, []L) (T, error),
	exponentiate func(*T, ...*T) T,
) Pairing[P1, P2] {
	_, _, g1, g2 := generators()
	product := func(factors ...Factor) Factor {
		all := new(T)
		GT(all).SetOne()
		for _, f := range factors {
			GT(all).Mul(all, f.(*T))
		}
		return all
	}
	return Pairing[P1, P2]{
		Factor: func(p P1, q P2) (Factor, error) {
			if G1(&p).IsInfinity() || G2(&q).IsInfinity() {
				return product(), nil
			}
			f, err := loop([]P1{p}, []P2{q})
			return &f, err
		},
		Fixed: func(q P2) func(P1) (Factor, error) {
			of := lines(q)
			return func(p P1) (Factor, error) {
				if G1(&p).IsInfinity() || G2(&q).IsInfinity() {
					return product(), nil
				}
				f, err := loopFixed([]P1{p}, []L{of}) // a copy: it is written into
				return &f, err
			}
		},
		Product: product,
		One: func(product Factor) bool {
			power, one := exponentiate(product.(*T)), new(T)
			return GT(&power).Equal(GT(one).SetOne())
		},
		Generator1: g1, Generator2: g2,
	}
}
