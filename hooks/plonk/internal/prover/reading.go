package prover

import (
	"errors"
	"fmt"

	"github.com/gnark-accel/gnark-accel/accel/memory"
	"github.com/gnark-accel/gnark-accel/hooks/plonk/internal/protocol"
	"github.com/gnark-accel/gnark-accel/hooks/plonk/internal/system"
	"github.com/gnark-accel/gnark-accel/internal/engine"
)

// version is the one that keys have, from gnark v0.15.0 on, besides those without any.
const version = 1

// source decodes the parts of a file, one after the other.
type source interface {
	Decode(to any) error
	Uint64s() ([]uint64, error)
}

// read reads a key, and says whether it has a version. Keys without one begin with their size,
// others with a zero and their version.
func read[P, E any](from source, k *protocol.Fields[P, E]) (versioned bool, err error) {
	vk := k.Verifying
	if err := from.Decode(vk.Size); err != nil {
		return false, err
	}
	if versioned = *vk.Size == 0; versioned {
		if err := readVersion(from, vk.Size); err != nil {
			return true, err
		}
	}
	parts := append([]any{
		vk.SizeInv, vk.Generator, vk.NbPublicVariables, vk.CosetShift,
		&vk.S[0], &vk.S[1], &vk.S[2], vk.Ql, vk.Qr, vk.Qm, vk.Qo, vk.Qk, vk.Qcp, vk.G1,
	}, vk.InG2...)
	if err := decode(from, parts); err != nil {
		return versioned, err
	}
	if *vk.CommitmentConstraintIndexes, err = from.Uint64s(); err != nil {
		return versioned, err
	}
	return versioned, decode(from, []any{k.Canonical, k.Lagrange})
}

// readVersion reads the version, and the size behind it.
func readVersion(from source, size *uint64) error {
	var read uint64
	if err := from.Decode(&read); err != nil {
		return err
	}
	if read != version {
		return fmt.Errorf("unsupported verifying key serialization version %d", read)
	}
	return from.Decode(size)
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
