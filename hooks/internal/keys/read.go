package keys

import (
	"errors"

	"github.com/gnark-accel/gnark-accel/internal/engine"
	"github.com/gnark-accel/gnark-accel/internal/parallel"
	"github.com/gnark-accel/gnark-accel/internal/settings"
)

// Read reads a key, and uses it. Points that the engine's device has checked stay there for that if
// the settings have the key attached. read returns a function that keeps the key for later runs, or
// nil. It runs beside the use, and ends before Read does.
func Read(
	s *settings.Settings, read func(made *engine.Made) (n int64, keep func(), err error),
	use func(*engine.Made) error,
) (n int64, err error) {
	var keeping parallel.Tasks // whose panics are errors
	defer func() { err = errors.Join(err, keeping.Wait()) }()
	both := func(made, attached *engine.Made) (err error) {
		var keep func()
		if n, keep, err = read(made); err != nil {
			return err
		}
		if keep != nil {
			keeping.Go(func() error { keep(); return nil })
		}
		return use(attached)
	}
	if !s.Attached {
		err = both(engine.Telling(s.Progress), nil)
		return n, err
	}
	err = Making(s.Engine, s.Progress, func(made *engine.Made) error {
		return both(made, made)
	})
	return n, err
}
