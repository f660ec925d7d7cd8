package attached

import (
	"context"

	"github.com/gnark-accel/gnark-accel/internal/engine"
	"github.com/gnark-accel/gnark-accel/internal/engine/group"
	"github.com/gnark-accel/gnark-accel/internal/times"
)

// ByGnark has gnark make a proof from end to end, and counts it.
func (k *Key[R]) ByGnark(ctx context.Context, prove func() error) error {
	e := (*group.Set)(k.Engine).For(times.ByGnark).Home()
	if e.Closed() {
		return engine.ErrClosed
	}
	err := context.Cause(ctx)
	if err == nil {
		err = prove()
	}
	if err == nil {
		e.CountProof(times.ByGnark)
	}
	return err
}
