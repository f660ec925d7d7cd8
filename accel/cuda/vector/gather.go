package vector

import (
	"fmt"

	"github.com/gnark-accel/gnark-accel/accel/cuda/driver"
	"github.com/gnark-accel/gnark-accel/accel/cuda/kernels"
	"github.com/gnark-accel/gnark-accel/accel/cuda/plan"
)

// UploadIndices queues the copy of indices to the memory of a vector. The vector has
// [plan.IndexElements] elements. UploadIndices returns once the indices have been read. Dry devices
// read none.
func (w *Workspace) UploadIndices(v *Vector, indices []uint32) {
	w.Upload(v, v.padded(indices))
}

// padded returns the bytes of indices, followed by zeros up to a whole element.
func (v *Vector) padded(indices []uint32) []byte {
	field, bytes := v.memory.field, driver.Bytes(indices)
	if n := plan.IndexElements(field, len(indices)) * field.ElementBytes(); n > len(bytes) {
		bytes = append(make([]byte, 0, n), bytes...)[:n]
	}
	return bytes
}

// Gather queues to[i] = from[indices[i]], or 0 if from has no such element.
//
// The indices, of 32 bits in little-endian order, lie in the memory of a vector of at least
// [plan.IndexElements] elements. Vector to is none of the others.
func (w *Workspace) Gather(to, from, indices *Vector) {
	w.queue("selection", func() error {
		field := to.memory.field
		needed := plan.IndexElements(field, to.count)
		if indices.count < needed || to.overlaps(from) || to.overlaps(indices) {
			return fmt.Errorf("%d elements by indices in %d, which take %d, or in place",
				to.count, indices.count, needed)
		}
		args := gatherArgs{
			to: to.at(0), from: from.at(0), indices: indices.at(0),
			count: uint32(to.count), fromCount: uint32(from.count),
		}
		return launch(w, fieldKernels(field), "gather", to.count, kernels.VectorThreads, &args)
	}, to, from, indices)
}
