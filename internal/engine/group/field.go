package group

import "github.com/gnark-accel/gnark-accel/internal/engine"

// Field is a scalar field on the devices of a set. D and K are gnark-crypto's domains and
// decimations.
type Field[E, D any, K comparable] struct {
	devices *Set // nil for Default, which is opened late
	host    *engine.HostField[E, D, K]
}

// NewField returns a field on a set's devices. Nil is [Default].
func NewField[E, D any, K comparable](
	s *Set, host *engine.HostField[E, D, K],
) *Field[E, D, K] {
	return &Field[E, D, K]{s, host}
}

func (f *Field[E, D, K]) set() *Set { return f.devices.OrDefault() }

// check returns engine.ErrNotMade for nil and for a zero value.
func (f *Field[E, D, K]) check() error {
	if f == nil || f.host == nil {
		return engine.ErrNotMade
	}
	return nil
}

// Host returns the field on the host.
func (f *Field[E, D, K]) Host() *engine.HostField[E, D, K] { return f.host }

// home returns the field on the device where the vectors of users live. See [Set.Home].
func (f *Field[E, D, K]) home() *engine.Field {
	return engine.NewField(f.set().Home(), f.host.Descriptor).Alone()
}

// New is [engine.NewVector] on the device where the vectors of users live.
func (f *Field[E, D, K]) New(n int, elements []E) (*engine.Vector[E, D, K], error) {
	if err := f.check(); err != nil {
		return nil, err
	}
	return engine.NewVector(f.home(), f.host, n, elements)
}
