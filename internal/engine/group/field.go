package group

import (
	"github.com/gnark-accel/gnark-accel/accel/cuda"
	"github.com/gnark-accel/gnark-accel/internal/engine"
)

// Field is a scalar field on the devices of a set.
type Field struct {
	set        func() *Set
	descriptor *cuda.Field
}

// NewField returns a field that asks for the set when it first computes.
func NewField(set func() *Set, descriptor *cuda.Field) *Field { return &Field{set, descriptor} }

// On returns the field on one device's engine, for proofs.
func (f *Field) On(e *engine.Engine) *engine.Field { return f.on(e).InProof() }

func (f *Field) on(e *engine.Engine) *engine.Field { return engine.NewField(e, f.descriptor) }

// Home returns the field on the device where the vectors of users live. See [Set.Home].
// That of nil, and of a zero value, is closed.
func (f *Field) Home() *engine.Field {
	if f == nil || f.set == nil {
		return new(engine.Field)
	}
	return f.on(f.set().Home()).Alone()
}

// Try has one of the devices do a task over n elements. See [Set.Try].
func (f *Field) Try(n int, task func(*engine.Field) error) error {
	if f == nil || f.set == nil {
		return engine.ErrNotMade
	}
	return f.set().Try(n, func(e *engine.Engine) error { return task(f.on(e)) })
}
