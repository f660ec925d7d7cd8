package protocol

// Pairing is the pairing of a curve's groups.
type Pairing[P1, P2 any] struct {
	// With returns a function that says whether the product of all e(pᵢ, qᵢ) is 1, those of its
	// arguments and those of With's, which it computes once. The points are in the subgroups.
	With func(p []P1, q []P2) (one func(p []P1, q []P2) (bool, error), err error)
	// InSubgroups says whether a proof's points are.
	InSubgroups func(ar, krs *P1, bs *P2) bool
	// Generator1 and Generator2 generate G1 and G2.
	Generator1 P1
	Generator2 P2
}
