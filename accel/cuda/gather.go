//go:build cuda && linux && (amd64 || arm64)

package cuda

import (
	"fmt"

	"github.com/gnark-accel/gnark-accel/accel/cuda/driver"
)

// Gather queues to[i] = from[indices[i]], or 0 where from has no such element. The indices, of 32 bits in little-endian order,
// lie in the memory of a vector of as many elements as [IndexElements] says, or more. to is none of the others.
func (w *Workspace) Gather(to, from, indices *Vector) error {
	return w.queue("selection", func() error {
		field := to.memory.field
		if needed := IndexElements(field, to.count); indices.count < needed || to.overlaps(from) || to.overlaps(indices) {
			return fmt.Errorf("%d elements by indices in %d, which take %d, or in place", to.count, indices.count, needed)
		}
		if to.count == 0 {
			return nil
		}
		k, err := w.device.kernels.ofField(w.device.context, field)
		if err != nil {
			return err
		}
		return w.do(func(t *driver.Thread) error {
			args := gatherArgs{
				to: to.at(0), from: from.at(0), indices: indices.at(0), count: uint32(to.count), fromCount: uint32(from.count),
			}
			return launch(t, k.gather, ceilDiv(to.count, vectorThreads), vectorThreads, w.stream, &args)
		})
	}, to, from, indices)
}

// Room says whether the workspace can have a vector of n elements without taking memory that is kept for others: for lanes,
// for what was reserved, or for vectors that another one has.
func (w *Workspace) Room(f *Field, n int) bool {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	bytes := uint64(max(n, 1) * f.ElementBytes())
	return len(w.pool[bytes]) > 0 || bytes <= w.device.memory.beyond()
}
