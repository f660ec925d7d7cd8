package group

// Placement says which devices have a copy of bases, or of a key. It also says which devices
// compute an MSM.
type Placement int

const (
	// Auto spreads bases and keys that gain by it, or fit no single device. It replicates
	// everything else, and more where work would wait.
	Auto Placement = iota
	// Whole keeps a copy on one device, which does all work with it.
	Whole
	// Replicated keeps a copy on one device, and makes more where work would wait. No MSM is
	// spread.
	Replicated
	// Spread spreads all MSMs, by ranges of their points, and all proofs that can be.
	Spread
)
