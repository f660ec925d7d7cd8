package results

import (
	"errors"
	"fmt"
	"slices"
)

// ErrSchema: a row was written by a version of bench with another schema, or is none.
var ErrSchema = errors.New("not a row of this schema")

// check refuses rows that others cannot rely on.
func (r *Row) check() error {
	switch {
	case r.Schema != Schema:
		return fmt.Errorf("%w: schema %d, expected %d", ErrSchema, r.Schema, Schema)
	case r.Command == "" || len(r.Setting) == 0 || r.Times[Ours] == nil:
		return fmt.Errorf("%w: a row of command %q, with setting %q and times of %d things",
			ErrSchema, r.Command, r.Setting, len(r.Times))
	case !slices.Contains([]Kind{GPU, Emulator, CPU}, r.Machine.Device.Kind):
		return fmt.Errorf("%w: kind of device %q", ErrSchema, r.Machine.Device.Kind)
	}
	for name, sample := range r.Times {
		if len(sample) == 0 || sample.Min() <= 0 {
			return fmt.Errorf("%w: times of %s: %v ms", ErrSchema, name, sample)
		}
	}
	return nil
}
