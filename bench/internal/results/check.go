package results

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
)

// ErrSchema: a row was written by a version of bench with another schema, or is none.
var ErrSchema = errors.New("not a row of this schema")

// largest values of settings that are numbers, so that sizes fit an int.
var largest = map[string]int{"log2": 40, "constraints": 1 << 40}

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
	if err := r.checkValues(); err != nil {
		return fmt.Errorf("%w: %w", ErrSchema, err)
	}
	return nil
}

// checkValues refuses values that no measurement gives. Figures have logarithmic axes, and
// speed-ups are quotients of times.
func (r *Row) checkValues() error {
	for name, most := range largest {
		text, ok := r.Setting[name]
		if n, err := strconv.Atoi(text); ok && (err != nil || n < 0 || n > most) {
			return fmt.Errorf("setting %s=%s", name, text)
		}
	}
	for name, sample := range r.Times {
		if len(sample) == 0 || sample.Min() <= 0 || math.IsInf(slices.Max(sample), 0) {
			return fmt.Errorf("times of %s: %v ms", name, sample)
		}
	}
	for name, value := range r.Figures {
		if !(value >= 0) || math.IsInf(value, 0) {
			return fmt.Errorf("figure %s: %v", name, value)
		}
	}
	return nil
}
