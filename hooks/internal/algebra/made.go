package algebra

import (
	"errors"

	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/internal/session"
)

// Making calls make with what keeps points on an engine's first device, until make returns, and
// tells how far a key is. A nil engine is [accel.Default].
func Making(engine *accel.Engine, tell session.Progress, make func(*session.Made) error) error {
	made := session.NewMade(Home(engine)).Telling(tell)
	return errors.Join(make(made), made.Close())
}
