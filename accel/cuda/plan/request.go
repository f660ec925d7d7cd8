package plan

// Location says where scalars are before an MSM.
type Location int

const (
	// OnHost: the scalars are in Go memory and travel to the device.
	OnHost Location = iota
	// OnDevice: the scalars are on the device already.
	OnDevice
)

// Plan is the layout of an MSM, or of several MSMs over the same bases.
//
// It holds everything that the kernels need, decided before the first one runs. It is a pure
// function of a [Request].
type Plan struct {
	Shape
	// Vectors is the number of MSMs. Each has sets of its own.
	Vectors int
	// Chunks are numbers of scalars, of all vectors one behind the other. The chunks go through
	// the device one after the other, into the same buckets.
	Chunks []int

	Partition   Partition
	Rounds      [][]Round // batch-affine additions of each chunk
	Runs                  // of the accumulation
	LongestWalk int       // heads that a thread folds
	LongestSpan int       // heads that a warp folds
	Lines                 // of the reduction

	// Layout is where the buffers lie in one allocation.
	Layout Layout
}

// Request asks for a plan.
type Request struct {
	Group           *Group
	Shape           Shape
	Vectors         int      // vectors of scalars, or 0 for one
	Points          int      // scalars of a vector
	HostBases       bool     // the bases come with the scalars
	Scalars         Location // scalars on the device lie outside the layout
	Memory          uint64   // bytes that the layout may take
	Multiprocessors int
	SharedBytes     int // shared memory that a block can have
}

func (r *Request) vectors() int { return max(r.Vectors, 1) }

// Results is the number of points that the device hands back.
func (p *Plan) Results() int { return p.AllSets() * p.Window }

// AllSets is the number of bucket sets of all vectors.
func (p *Plan) AllSets() int { return p.Vectors * p.Sets }

// AllBuckets is the number of buckets of all vectors.
func (p *Plan) AllBuckets() int { return p.Vectors * p.Buckets() }
