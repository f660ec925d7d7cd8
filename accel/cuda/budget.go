//go:build cuda && linux && (amd64 || arm64)

package cuda

import (
	"fmt"
	"sync"

	"github.com/gnark-accel/gnark-accel/accel/cuda/driver"
)

// budget keeps the account of device memory against the limit. Lanes draw on what bases leave.
type budget struct {
	limit uint64

	mutex sync.Mutex // guards what follows
	bases uint64
	least uint64 // what the MSMs over the bases known so far cannot do without
}

// forLanes is the part of the limit that bases never take: without scratch memory no MSM can run.
func (b *budget) forLanes() uint64 {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	return b.spared()
}

// forBases is what further bases may take.
func (b *budget) forBases() uint64 {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	most := b.limit - b.spared()
	return most - min(most, b.bases)
}

func (b *budget) withoutBases() uint64 {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	return b.limit - b.bases
}

// spare keeps that much for the lanes, whatever bases are loaded from now on. It fails if bases have taken it already.
func (b *budget) spare(bytes uint64) error {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	if left := b.limit - b.bases; left < bytes {
		return fmt.Errorf("%w: %d bytes are needed beside the bases, %d of %d are left",
			driver.ErrOutOfMemory, bytes, left, b.limit)
	}
	b.least = max(b.least, bytes)
	return nil
}

func (b *budget) takeBases(bytes uint64) error {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	if most := b.limit - b.spared(); b.bases+bytes > most {
		return fmt.Errorf("%w: bases need %d bytes, %d of %d for bases are free",
			driver.ErrOutOfMemory, bytes, most-min(most, b.bases), most)
	}
	b.bases += bytes
	return nil
}

func (b *budget) giveBases(bytes uint64) {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	b.bases -= bytes
}

// spared is forLanes. The caller holds mutex.
func (b *budget) spared() uint64 { return max(b.limit/4, b.least) }
