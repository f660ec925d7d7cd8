package plan

// Location says where scalars are before an MSM.
type Location int

const (
	// OnHost: the scalars are in Go memory and travel to the device.
	OnHost Location = iota
	// OnDevice: the scalars are on the device already.
	OnDevice
)

// Request asks for a plan.
type Request struct {
	Group           *Group
	Shape           Shape
	Window          int      // fixed width of a shape to choose, or 0
	Vectors         int      // vectors of scalars, or 0 for one
	Points          int      // scalars of a vector
	HostBases       bool     // the bases come with the scalars
	Scalars         Location // scalars on the device lie outside the layout
	Memory          uint64   // bytes that the layout may take
	Multiprocessors int
	SharedBytes     int     // shared memory that a block can have
	Tuning          *Tuning // nil for [Hopper]
}

func (r *Request) vectors() int { return max(r.Vectors, 1) }

func (r *Request) tuning() *Tuning { return r.Tuning.orHopper() }
