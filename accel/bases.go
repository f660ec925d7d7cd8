package accel

import (
	"github.com/consensys/gnark-crypto/ecc"
	"github.com/gnark-accel/gnark-accel/internal/engine"
	"github.com/gnark-accel/gnark-accel/internal/engine/group"
)

// Bases are points that stay on the device, with precomputed multiples where the memory allows.
// Points larger than the device's memory are sent with each MSM instead. [Group.Load] returns them.
// They are safe for concurrent use.
type Bases[P, E any] group.Bases[P, E]

func (b *Bases[P, E]) inner() *group.Bases[P, E] { return (*group.Bases[P, E])(b) }

// Len returns the number of bases.
func (b *Bases[P, E]) Len() int { return b.inner().Len() }

// OnDevice says whether large enough MSMs over the bases are computed on a working device. The
// points are there, or are sent along. If not, the CPU computes with them.
func (b *Bases[P, E]) OnDevice() bool { return b.inner().OnDevice() }

// Warm allocates the scratch memory of k MSMs at once, of n scalars each. The first ones need not
// wait for it then. Without a device it does nothing. Errors are those of a strict engine and of
// closed bases, and [ErrRange] of more scalars than bases.
func (b *Bases[P, E]) Warm(n, k int, scalars Scalars) error {
	return b.inner().Warm(n, k, engine.Scalars(scalars))
}

// MultiExp returns the sum over all bases, as [Group.MultiExp] does for points. It needs as many
// scalars as bases.
func (b *Bases[P, E]) MultiExp(scalars []E, config ecc.MultiExpConfig) (*P, error) {
	return b.inner().MultiExp(scalars, config)
}

// MultiExpRange returns the MSM over as many bases as scalars, from an index on. A range that is
// not within the bases is refused with [ErrRange].
func (b *Bases[P, E]) MultiExpRange(
	from int, scalars []E, config ecc.MultiExpConfig,
) (*P, error) {
	return b.inner().MultiExpRange(from, scalars, config)
}

// MultiExpBatch returns for each vector of scalars the sum that MultiExpRange returns for it. The
// vectors, which may differ in length, go through the device together. That takes less time than
// one after the other, above all where they are short.
func (b *Bases[P, E]) MultiExpBatch(
	from int, vectors [][]E, config ecc.MultiExpConfig,
) ([]P, error) {
	return b.inner().MultiExpBatch(from, vectors, config)
}

// MultiExpVector is MultiExpRange with scalars that may live on the device. They are a *[Vector] of
// the same engine. Nothing crosses the bus then.
func (b *Bases[P, E]) MultiExpVector(from int, scalars AnyVector[E]) (*P, error) {
	return b.inner().MultiExpVector(from, scalarsOf(scalars))
}

// Start begins MultiExpRange and returns at once; wait waits for the result, and may be called
// again. The scalars must not change before that. Several calls under way share the device: the
// scalars of one are on their way while another one computes.
func (b *Bases[P, E]) Start(
	from int, scalars []E, config ecc.MultiExpConfig,
) (wait func() (*P, error)) {
	return b.inner().Start(from, scalars, config)
}

// Close waits for the MSMs under way and frees the memory on the device. MSMs asked for afterwards
// return [ErrClosed]. Only the first Close does anything.
func (b *Bases[P, E]) Close() error { return b.inner().Close() }
