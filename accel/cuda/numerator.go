package cuda

// Numerator is what the numerator of PLONK's quotient is made of on one coset of a domain of n elements. All vectors are
// of n values, in bit-reversed order.
type Numerator struct {
	Wires       [3]*Vector // L, R, O
	Permutation [3]*Vector // S1, S2, S3
	Z, One      *Vector    // One is L₁, which is 1 at 1 and 0 elsewhere on the domain
	// The selectors.
	Ql, Qr, Qm, Qo, Qk *Vector
	// Qcp are the selectors that meet the commitments Pi: [MaxCommitments] of each at most.
	Qcp, Pi []*Vector
	// Shift is that of the coset, U the one of the copies of the domain that S1, S2 and S3 map to. All are in Montgomery
	// form.
	Shift, Alpha, Beta, Gamma, U []uint64
}

// vectors are all vectors of the numerator.
func (n *Numerator) vectors() []*Vector {
	all := append(append([]*Vector{}, n.Wires[:]...), n.Permutation[:]...)
	all = append(all, n.Z, n.One, n.Ql, n.Qr, n.Qm, n.Qo, n.Qk)
	return append(append(all, n.Qcp...), n.Pi...)
}
