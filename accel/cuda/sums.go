package cuda

import (
	"fmt"

	"github.com/gnark-accel/gnark-accel/accel/cuda/driver"
)

// Load makes resident bases of n points: see [msm.Runner.Load]. made is nil, or a vector of the
// device that has the points already. All operations that write the vector must have run. It is not
// needed any more afterwards.
func (b *Backend) Load(
	g *Group, n int, points []byte, made *Vector, headroom uint64,
) (*Bases, error) {
	if n > 0 {
		if err := b.vectors.Reclaim(); err != nil {
			return nil, err
		}
	}
	if size := n * g.PointBytes(); len(points) != size && !b.device.Dry() {
		return nil, fmt.Errorf("%d bytes for %d points", len(points), n)
	}
	var at driver.Ptr
	if made != nil {
		var bytes uint64
		if at, bytes = made.Memory(); bytes != uint64(n*g.PointBytes()) {
			return nil, fmt.Errorf("%d points, of which the device has %d bytes", n, bytes)
		}
	}
	return b.sums.Load(g, n, points, at, headroom)
}

// Ready loads the kernels of a group. A driver that loads some waits for the device's work.
func (b *Backend) Ready(g *Group) error { return b.sums.Ready(g) }

// Settle waits for the multiples of all bases.
func (b *Backend) Settle() error { return b.sums.Settle() }

// Unaffected reports whether n bases get as many multiples while memory is taken as once it is
// given back, a number of bytes.
func (b *Backend) Unaffected(g *Group, n int, headroom, taken uint64) bool {
	return b.device.Unaffected(g, n, headroom, taken)
}

// HostBases makes host bases of n points, which travel to the device with each MSM. In a dry run
// there is only their number.
func (b *Backend) HostBases(g *Group, n int, points []byte) *Bases {
	return b.sums.HostBases(g, n, points)
}

// ReserveHostBases keeps memory for MSMs over n host bases, or fewer. Bases that are loaded later
// leave it.
//
// It fails with [driver.ErrOutOfMemory] if there is too little.
func (b *Backend) ReserveHostBases(g *Group, n int) error { return b.device.ReserveFor(g, n) }

// Products is [msm.Runner.PeakMulRate], the device's highest rate of products in the field of a
// G1's coordinates. It is in products a second, and the device does nothing else.
func (b *Backend) Products(g *Group) (perSecond float64, err error) { return b.sums.PeakMulRate(g) }
