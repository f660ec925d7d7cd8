package engine

import (
	"context"
	"math"

	"github.com/gnark-accel/gnark-accel/accel/cuda"
)

// everything is more than the number of computations that run beside each other.
const everything = math.MaxInt32

// admit calls take beside other computations or, if the memory does not suffice, alone. A
// computation alone waits for the computations under way to end, and all others wait for it, until
// leave. After a panic of take nobody has to leave.
func (e *Engine) admit(ctx context.Context, take func() error) (leave func(), err error) {
	if leave, err = e.admission.enter(ctx, 1); err != nil {
		return leave, err
	}
	returned := false
	defer func() {
		if !returned {
			leave()
		}
	}()
	err = cuda.GivingUp(take, func() (err error) {
		leave()
		leave, err = e.admission.enter(ctx, everything)
		return err
	})
	returned = true
	return leave, err
}

// VectorIfRoom returns a vector of n elements if there is room for it. Room that is promised to
// others does not count. Without room it returns [ErrNoRoom].
func VectorIfRoom(w *cuda.Workspace, f *cuda.Field, n int) (*cuda.Vector, error) {
	if !w.Room(f, n) {
		return nil, ErrNoRoom
	}
	v, err := w.Vector(f, n)
	if cuda.OutOfMemory(err) { // other programs have it
		return nil, ErrNoRoom
	}
	return v, err
}
