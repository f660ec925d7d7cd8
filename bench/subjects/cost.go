package subjects

// AdditionCost is the cost of adding a point to a bucket, in products of the prime field. It counts
// multiplications of 32-bit words, as the device's kernels do them. Over a field of n words a
// product takes 2n² + n.
//
// With 8 words a coordinate points are added in XYZZ coordinates (madd-2008-s): six products, two
// squarings of 3n²/2 + 3n/2, and two products with one reduction, 3n² + n. Longer ones are added in
// pairs, in affine coordinates with shared inversions: six products. Over a quadratic extension a
// product is three of the multiplications without reduction and two reductions, 5n² + 2n.
func AdditionCost(limbs, degree int) float64 {
	n := float64(2 * limbs)
	product := 2*n*n + n
	switch {
	case degree == 2:
		return 6 * (5*n*n + 2*n) / product
	case limbs > 4:
		return 6
	default:
		return (6*product + 2*(1.5*n*n+1.5*n) + 3*n*n + n) / product
	}
}
