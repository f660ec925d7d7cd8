package attached

import (
	"context"

	"github.com/gnark-accel/gnark-accel/internal/devices"
	"github.com/gnark-accel/gnark-accel/internal/session"
	"github.com/gnark-accel/gnark-accel/internal/times"
)

// ByGnark has gnark make a proof from end to end, and counts it.
func (k *Key[R]) ByGnark(ctx context.Context, prove func() error) error {
	engine := (*devices.Set)(k.Engine).For(times.ByGnark).Home()
	if engine.Closed() {
		return session.ErrClosed
	}
	err := context.Cause(ctx)
	if err == nil {
		err = prove()
	}
	if err == nil {
		engine.CountProof(times.ByGnark)
	}
	return err
}
