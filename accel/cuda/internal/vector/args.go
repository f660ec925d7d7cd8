package vector

import (
	"github.com/gnark-accel/gnark-accel/accel/cuda/internal/driver"
	"github.com/gnark-accel/gnark-accel/accel/cuda/kernels"
)

// The arguments of the kernels, field by field as in kernels/ntt, kernels/vector and kernels/plonk,
// which explain them.

// constantArg is an element by value. A shorter element leaves the rest unused.
type constantArg [kernels.ConstantLimbs]uint64

func newConstant(limbs []uint64) (c constantArg) {
	copy(c[:], limbs)
	return c
}

type powersArgs struct {
	small, large         driver.Ptr
	bits, logN, order, _ uint32
}

type tableArgs struct {
	to                        driver.Ptr
	base                      constantArg
	count, shift, halvings, _ uint32
}

type reversedArgs struct {
	to     driver.Ptr
	powers powersArgs
}

type transformArgs struct {
	from, to                   [kernels.BatchLimit]driver.Ptr
	twiddles                   driver.Ptr
	before, after              powersArgs
	logN, low, levels, inverse uint32
}

type elementwiseArgs struct {
	to, a, b driver.Ptr
	count, _ uint32
}

type combineArgs struct {
	to           driver.Ptr
	from         [MaxTerms]driver.Ptr
	factors      [MaxTerms]constantArg
	count, terms uint32
}

type fillArgs struct {
	to       driver.Ptr
	value    constantArg
	count, _ uint32
}

type scaleArgs struct {
	to, from driver.Ptr
	powers   powersArgs
	count, _ uint32
}

type reverseArgs struct {
	to, from    driver.Ptr
	logCount, _ uint32
}

type gatherArgs struct {
	to, from, indices driver.Ptr
	count, fromCount  uint32
}

type sparseArgs struct {
	to, from, coefficients, starts, rows, terms                 driver.Ptr
	count, toCount, fromCount, coefficientsCount, termsCount, _ uint32
}

type checkProductsArgs struct {
	to, a, b, c driver.Ptr
	count, _    uint32
}

type invertArgs struct {
	to, from driver.Ptr
	count, _ uint32
}

type productArgs struct {
	to, from, tiles  driver.Ptr
	count, exclusive uint32
}

type divideArgs struct {
	to, from, tiles driver.Ptr
	point           constantArg
	count, _        uint32
}

type evaluateArgs struct {
	to, from, partials driver.Ptr
	point              constantArg
	count, blocks      uint32
}

type numeratorArgs struct {
	to                           driver.Ptr
	wires, permutation           [3]driver.Ptr
	z, one, ql, qr, qm, qo, qk   driver.Ptr
	qcp, pi                      [MaxCommitments]driver.Ptr
	points                       powersArgs
	shift, alpha, beta, gamma, u constantArg
	logN, commitments            uint32
}

type fixedBaseArgs struct {
	table, scalars, to          driver.Ptr
	count, bits, windows, plain uint32
}

type scalePointsArgs struct {
	to, scalars                            driver.Ptr
	count, low, offset, mask, shift, plain uint32
}

type butterflyArgs struct {
	points     driver.Ptr
	count, low uint32
}

type checkPointsArgs struct {
	points, bad driver.Ptr
	count, _    uint32
}

type decompressArgs struct {
	points, roots, bad driver.Ptr
	count, _           uint32
}
