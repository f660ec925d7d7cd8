package devices

// Placement says which devices have a copy of bases, or of a key, and which compute a sum.
type Placement int

const (
	// Auto spreads sums that are large enough to gain by it, and replicates everything else.
	Auto Placement = iota
	// Whole keeps a copy on one device, which does all work with it.
	Whole
	// Replicated keeps a copy on one device, and makes more where work would wait. No sum is
	// spread.
	Replicated
	// Spread spreads all sums, by ranges of their points.
	Spread
)
