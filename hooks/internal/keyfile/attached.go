package keyfile

import (
	"errors"

	"github.com/gnark-accel/gnark-accel/hooks/internal/algebra"
	"github.com/gnark-accel/gnark-accel/internal/engine"
	"github.com/gnark-accel/gnark-accel/internal/parallel"
	"github.com/gnark-accel/gnark-accel/internal/settings"
)

// Read reads a key, and uses it. Points that the engine's device has checked stay there for that if
// the settings have the key attached. read may leave work for later runs. The work runs beside, and
// ends before Read does.
func Read(
	s *settings.Settings, read func(made *engine.Made, later func(func())) (int64, error),
	use func(*engine.Made) error,
) (n int64, err error) {
	var beside parallel.Tasks
	later := func(f func()) { beside.Go(func() error { f(); return nil }) }
	defer func() { err = errors.Join(err, beside.Wait()) }()
	if !s.Attached {
		if n, err = read(engine.Telling(s.Progress), later); err == nil {
			err = use(nil)
		}
		return n, err
	}
	err = algebra.Making(s.Engine, s.Progress, func(made *engine.Made) (err error) {
		if n, err = read(made, later); err != nil {
			return err
		}
		return use(made)
	})
	return n, err
}
