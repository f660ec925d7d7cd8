package keys

import (
	"errors"
	"testing"

	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/internal/engine"
	"github.com/gnark-accel/gnark-accel/internal/settings"
)

// onEngine is an attachment that notes when it is closed.
type onEngine struct {
	engine *accel.Engine
	closed *int
}

func (a *onEngine) On() *accel.Engine { return a.engine }
func (a *onEngine) Places() int       { return 1 }
func (a *onEngine) Close() error {
	*a.closed++
	return nil
}

// TestUnprepared: a key that was loaded and could not be prepared is not attached. One that was
// attached before stays.
func TestUnprepared(t *testing.T) {
	e, err := accel.Open(accel.WithoutDevice())
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	var unprepared error
	closed, pk, with := 0, new(key), &settings.Settings{Engine: e}
	k := &Attached[*onEngine]{
		Type:    TypeOf[key](),
		Matches: func(*onEngine, any) bool { return true },
		Load: func(e *accel.Engine, _ any, _ *onEngine, _ *engine.Made) (*onEngine, error) {
			return &onEngine{e, &closed}, nil
		},
		Check: func(any, *settings.Settings) (func(*onEngine) error, error) {
			return func(*onEngine) error { return unprepared }, nil
		},
	}
	for i, test := range []struct {
		err    error
		has    bool
		closed int
	}{{errAborted, false, 1}, {nil, true, 1}, {errAborted, true, 1}} {
		unprepared = test.err
		err := k.Attach(pk, with)
		if !errors.Is(err, test.err) || k.Has(pk) != test.has || closed != test.closed {
			t.Errorf("attached for time %d: %v, has %t, closed %d", i+1, err, k.Has(pk), closed)
		}
	}
}
