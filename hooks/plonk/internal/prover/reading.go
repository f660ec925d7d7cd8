package prover

import (
	"errors"
	"fmt"

	"github.com/gnark-accel/gnark-accel/accel/memory"
	"github.com/gnark-accel/gnark-accel/hooks/plonk/internal/system"
	"github.com/gnark-accel/gnark-accel/internal/engine"
)

// version is the one that keys have, from gnark v0.15.0 on, besides those without any.
const version = 1

// Parts has the destinations of a proving key's parts, in the order of gnark's files.
type Parts struct {
	Size        *uint64
	Verifying   []any     // the verifying key behind its size
	Constraints *[]uint64 // of the commitments, the end of the verifying key
	Points      []any
}

// source decodes the parts of a file, one after the other.
type source interface {
	Decode(to any) error
	Uint64s() ([]uint64, error)
}

// read reads a key, and says whether it has a version. Keys without one begin with their size,
// others with a zero and their version.
func (k *Parts) read(from source) (versioned bool, err error) {
	if err := from.Decode(k.Size); err != nil {
		return false, err
	}
	if versioned = *k.Size == 0; versioned {
		if err := k.readVersion(from); err != nil {
			return true, err
		}
	}
	if err := decode(from, k.Verifying); err != nil {
		return versioned, err
	}
	if *k.Constraints, err = from.Uint64s(); err != nil {
		return versioned, err
	}
	return versioned, decode(from, k.Points)
}

func (k *Parts) readVersion(from source) error {
	var read uint64
	if err := from.Decode(&read); err != nil {
		return err
	}
	if read != version {
		return fmt.Errorf("unsupported verifying key serialization version %d", read)
	}
	return from.Decode(k.Size)
}

func decode(from source, parts []any) error {
	for _, to := range parts {
		if err := from.Decode(to); err != nil {
			return err
		}
	}
	return nil
}

// planReading is a dry run of reading keys of these sizes. The points of the reference string are
// all that counts.
func planReading[P, E any](
	onG1 func(*engine.Engine) *engine.Group[P, E], z system.Sizes, r *engine.DryRun,
) memory.Making {
	return r.Making("reading", func(e *engine.Engine) error {
		on := onG1(e)
		return errors.Join(on.PlanDecode(z.Rows+3), on.PlanDecode(z.Rows))
	})
}
