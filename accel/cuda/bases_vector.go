//go:build cuda && linux && (amd64 || arm64)

package cuda

import (
	"errors"
	"fmt"

	"github.com/gnark-accel/gnark-accel/accel/cuda/driver"
)

// MultiExpVector computes the sum over the bases from the index from on, as many as the vector has elements. The scalars
// are the elements, in Montgomery form, as they are when what was queued on the vector's workspace before has run: they do
// not leave the device, and nothing waits for them on the host.
//
// It returns when the sum is there. Until then the workspace is in use, so that nobody can write or close the vector.
// Resident vectors belong to no workspace and are refused, as are elements of another field than the scalars'. It fails with
// [driver.ErrClosed] after a Close of the bases, of the vector or of its workspace.
func (b *Bases) MultiExpVector(from int, v *Vector) (*Result, error) {
	b.using.RLock()
	defer b.using.RUnlock()
	if b.closed {
		return nil, driver.ErrClosed
	}
	if from < 0 || from+v.count > b.count {
		return nil, fmt.Errorf("%d elements from base %d on do not fit %d bases", v.count, from, b.count)
	}
	w := v.memory.owner
	if w == nil {
		return nil, errNoWorkspace
	}
	w.mutex.Lock()
	defer w.mutex.Unlock()
	if err := w.check([]*Vector{v}); err != nil {
		return nil, err
	}
	if v.memory.device != b.device || curveOf(v.memory.field.Name) != curveOf(b.group.prefix()) {
		return nil, errOtherField
	}
	shape, err := b.shapeFor(v.count)
	if err != nil {
		return nil, err
	}
	m := &msm{
		group: b.group, scalars: scalars{there: v, length: v.count},
		table: b.table, first: from, stride: b.count,
	}
	results, err := b.device.execute(m, shape)
	if err != nil {
		return nil, err
	}
	return results[0], nil
}

var errNoWorkspace = errors.New("a vector that belongs to no workspace")
