package implementations

// AdditionCost is the cost of adding a point to a bucket. Its unit is a product of the prime field.
// It is the best known formula's. It counts multiplications of 32-bit words, row by row. Over a
// field of n words a product takes 2n² + n, and a square 3n²/2 + 3n/2.
//
// With 8 words a coordinate points are added in XYZZ coordinates: six products, two squares, and
// two products with one reduction, 3n² + n. Longer ones are added in pairs. Over a quadratic
// extension a product is three of the multiplications without reduction and two reductions,
// 5n² + 2n, and a square is two products of the prime field.
func AdditionCost(limbs, degree int) float64 {
	n := float64(2 * limbs)
	product, square := 2*n*n+n, 1.5*n*n+1.5*n
	switch {
	case degree == 2:
		return (5*(5*n*n+2*n) + 2*product) / product
	case limbs > 4:
		return (5*product + square) / product
	default:
		return (6*product + 2*square + 3*n*n + n) / product
	}
}
