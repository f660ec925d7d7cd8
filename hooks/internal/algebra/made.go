package algebra

import (
	"errors"

	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/internal/session"
)

// Made are points of a key that a device made, and that wait there for the key to be attached.
type Made = session.Made

// Making calls make with what keeps points on an engine's first device, until make returns. A nil
// engine is [accel.Default].
func Making(engine *accel.Engine, make func(*Made) error) error {
	made := session.NewMade(Home(engine))
	return errors.Join(make(made), made.Close())
}
