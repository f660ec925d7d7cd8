package algebra

import (
	"errors"

	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/internal/session"
)

// Made are points of a key that a device made, and that wait there for the key to be attached.
type Made = session.Made

// Progress is told how many bytes of a key are done, out of how many. It may be nil.
type Progress = session.Progress

// Telling returns what keeps no points, but tells how far a key is; nil without a function.
func Telling(tell Progress) *Made { return session.Telling(tell) }

// Making calls make with what keeps points on an engine's first device, until make returns, and
// tells how far a key is. A nil engine is [accel.Default].
func Making(engine *accel.Engine, tell Progress, make func(*Made) error) error {
	made := session.NewMade(Home(engine)).Telling(tell)
	return errors.Join(make(made), made.Close())
}
