package engine

import (
	"github.com/consensys/gnark-crypto/ecc"
	"github.com/gnark-accel/gnark-accel/accel/cuda"
)

// ScalarVector is a vector of scalars that may lie on a device.
type ScalarVector[E any] interface {
	Len() int
	OnDevice() *cuda.Vector // nil for one in host memory
	Elements() ([]E, error)
	Field() *Field
}

// MultiExpRange returns the MSM of n scalars over n bases, from an index on. The error is
// [ErrRange] of a range outside the bases, and otherwise as for [Group.MultiExp].
func (b *Bases[P, E]) MultiExpRange(
	from int, scalars []E, config ecc.MultiExpConfig,
) (*P, error) {
	msms, err := b.MultiExpBatch(from, [][]E{scalars}, config)
	if err != nil {
		return nil, err
	}
	return &msms[0], nil
}

// MultiExpBatch returns for each vector of scalars the MSM that MultiExpRange returns for it.
func (b *Bases[P, E]) MultiExpBatch(
	from int, vectors [][]E, config ecc.MultiExpConfig,
) ([]P, error) {
	if err := b.checkScalars(from, vectors, config); err != nil {
		return nil, err
	}
	return b.computeMSMs(&request[E]{from: from, vectors: vectors}, config)
}

// checkScalars returns an error unless there are bases for all scalars, from an index on.
func (b *Bases[P, E]) checkScalars(from int, vectors [][]E, config ecc.MultiExpConfig) error {
	if err := b.check(); err != nil {
		return err
	}
	for _, v := range vectors {
		if err := CheckRange(b.Len(), from, len(v)); err != nil {
			return err
		}
	}
	return CheckInput(0, 0, config)
}

// MultiExpResident returns the MSM over bases from an index on, with the device's scalars. The
// error is [ErrOnCPU] where they, or the bases, are not there.
func (b *Bases[P, E]) MultiExpResident(from int, v ScalarVector[E]) (*P, error) {
	if v.OnDevice() == nil {
		return nil, ErrOnCPU
	}
	msms, err := b.onDevice(&request[E]{from: from, resident: v})
	if err != nil {
		return nil, err
	}
	return &msms[0], nil
}
