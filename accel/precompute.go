package accel

// Precompute says how many multiples of each resident base are kept on the device. More
// multiples make an MSM over these bases faster and take as many times the memory. One-shot MSMs
// do not precompute.
type Precompute int

const (
	// PrecomputeAuto keeps as many multiples as the memory allows and the size of the bases
	// repays. It is the default.
	PrecomputeAuto Precompute = 0
	// PrecomputeNone keeps the bases alone.
	PrecomputeNone Precompute = 1
)

// PrecomputeFactor keeps k points for each base: itself and k−1 multiples. k is at least 1, or
// [Open] returns [ErrInvalidOption]. Where the memory is too small for that many, fewer are kept.
func PrecomputeFactor(k int) Precompute {
	if k < 1 {
		// refused by WithPrecompute: PrecomputeFactor(0) must not turn into PrecomputeAuto
		return Precompute(-1)
	}
	return Precompute(k)
}
