package group

// Placement says which devices have a copy of bases, or of a key, and which compute a sum.
type Placement int

const (
	// Auto spreads what is large enough to gain by it, and what fits no single device. It
	// replicates everything else, and what would wait otherwise.
	Auto Placement = iota
	// Whole keeps a copy on one device, which does all work with it.
	Whole
	// Replicated keeps a copy on one device, and makes more where work would wait. No sum is
	// spread.
	Replicated
	// Spread spreads all sums, by ranges of their points, and all proofs that can be.
	Spread
)
