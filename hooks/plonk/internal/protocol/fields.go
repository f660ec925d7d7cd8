package protocol

// Fields point into one of gnark's proving keys.
type Fields[P, E any] struct {
	Canonical, Lagrange *[]P                   // the points of the reference string, in both forms
	Verifying           *VerifyingFields[P, E] // nil for a key of points alone
}

// VerifyingFields point into one of gnark's verifying keys, with gnark's names.
type VerifyingFields[P, E any] struct {
	Size, NbPublicVariables        *uint64
	SizeInv, Generator, CosetShift *E

	S                           *[3]P
	Ql, Qr, Qm, Qo, Qk          *P
	Qcp                         *[]P
	CommitmentConstraintIndexes *[]uint64

	G1   *P          // of the reference string
	InG2 []any       // the points of the string in G2, and the lines of both
	OfG2 func() bool // says whether these points generate G2
}

// Key returns a key in the form that generic code takes. It returns nil for anything but a proving
// key over the curve.
func (g *Gnark[P, E]) Key(pk any) *Key[P, E] {
	f := g.Fields(pk)
	if f == nil {
		return nil
	}
	key := &Key[P, E]{Canonical: *f.Canonical, Lagrange: *f.Lagrange}
	if vk := f.Verifying; vk != nil {
		key.Verifying = &VerifyingKey[P, E]{
			Rows: int(*vk.Size), Public: int(*vk.NbPublicVariables), CosetShift: *vk.CosetShift,
			S: *vk.S, Ql: *vk.Ql, Qr: *vk.Qr, Qm: *vk.Qm, Qo: *vk.Qo, Qk: *vk.Qk, Qcp: *vk.Qcp,
			G1: *vk.G1, OfG2: vk.OfG2,
		}
	}
	return key
}

// Commit sets the commitments.
func (vk *VerifyingFields[P, E]) Commit(to *VerifyingKey[P, E]) {
	*vk.S, *vk.Qcp = to.S, to.Qcp
	*vk.Ql, *vk.Qr, *vk.Qm, *vk.Qo, *vk.Qk = to.Ql, to.Qr, to.Qm, to.Qo, to.Qk
}
