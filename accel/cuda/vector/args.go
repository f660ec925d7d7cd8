package vector

import "github.com/gnark-accel/gnark-accel/accel/cuda/driver"

// The arguments of the kernels, field by field as in kernels/ntt, kernels/vector and kernels/plonk,
// which explain them.

const (
	batchLimit      = 16
	mostTerms       = 16
	mostCommitments = 8
	constantLimbs   = 6
)

// constantArg is an element by value. A shorter element leaves the rest unused.
type constantArg [constantLimbs]uint64

func newConstant(limbs []uint64) (c constantArg) {
	copy(c[:], limbs)
	return c
}

// The factor of the element at an index.
const (
	noFactor uint32 = iota
	oneFactor
	factorByIndex
	factorReversed
)

type powersArgs struct {
	small, large        driver.Ptr
	bits, log, order, _ uint32
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
	from, to                  [batchLimit]driver.Ptr
	twiddles                  driver.Ptr
	before, after             powersArgs
	log, low, levels, inverse uint32
}

type elementwiseArgs struct {
	to, a, b driver.Ptr
	count, _ uint32
}

type combineArgs struct {
	to           driver.Ptr
	from         [mostTerms]driver.Ptr
	factors      [mostTerms]constantArg
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
	to, from driver.Ptr
	log, _   uint32
}

type gatherArgs struct {
	to, from, indices driver.Ptr
	count, fromCount  uint32
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
	qcp, pi                      [mostCommitments]driver.Ptr
	points                       powersArgs
	shift, alpha, beta, gamma, u constantArg
	log, commitments             uint32
}
