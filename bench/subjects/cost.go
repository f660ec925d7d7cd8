package subjects

// AdditionCost is the cost of adding an affine point to a bucket in XYZZ coordinates, in products of the prime field: eight
// products and two squarings (madd-2008-s), counted in multiplications of 32-bit words, as the device's kernels do them.
//
// Over a field of n words a product takes 2n² + n, a squaring 3n²/2 + 3n/2, and the two products of Y with one reduction
// 3n² + n. Where the kernels have one piece of code for all products (24 words a coordinate) a squaring is a product. Over a
// quadratic extension a product is three of the multiplications without reduction and two reductions, 5n² + 2n, a squaring
// two products.
func AdditionCost(limbs, degree int) float64 {
	n := float64(2 * limbs)
	product, squaring := 2*n*n+n, 1.5*n*n+1.5*n
	addition := 6*product + 2*squaring + 3*n*n + n
	if degree == 2 {
		addition = 8*(5*n*n+2*n) + 2*2*product
	}
	if int(n)*degree >= 24 {
		addition = 10 * product
		if degree == 2 {
			addition = 10 * (5*n*n + 2*n)
		}
	}
	return addition / product
}
