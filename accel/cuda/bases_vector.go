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
	unlock, err := v.lockFor(b.device, b.group)
	if err != nil {
		return nil, err
	}
	defer unlock()
	return b.device.executeOne(b.msm(from, scalars{there: v, length: v.count}))
}

// MultiExpVector is [Bases.MultiExpVector] over points that travel to the device, as many as the vector has elements.
func (b *Backend) MultiExpVector(g *Group, points []byte, v *Vector) (*Result, error) {
	if len(points) != v.count*g.PointBytes() {
		return nil, fmt.Errorf("%d bytes of points for %d elements", len(points), v.count)
	}
	unlock, err := v.lockFor(b.device, g)
	if err != nil {
		return nil, err
	}
	defer unlock()
	return b.device.executeOne(b.streamed(g, points, scalars{there: v, length: v.count}))
}

// lockFor takes the vector's workspace for an MSM in the group with its elements, until unlock is called.
func (v *Vector) lockFor(d *device, g *Group) (unlock func(), err error) {
	w := v.memory.owner
	if w == nil {
		return nil, errNoWorkspace
	}
	if v.memory.device != d || curveOf(v.memory.field.Name) != curveOf(g.prefix()) {
		return nil, errOtherField
	}
	w.mutex.Lock()
	if err := w.check([]*Vector{v}); err != nil {
		w.mutex.Unlock()
		return nil, err
	}
	return w.mutex.Unlock, nil
}

var errNoWorkspace = errors.New("a vector that belongs to no workspace")
