// Package circuit has circuits: a constraint system with keys and options, described by a manifest.
package circuit

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"io"
	"slices"
	"sync"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/consensys/gnark/backend/groth16"
	"github.com/consensys/gnark/backend/witness"
	"github.com/consensys/gnark/constraint"
	"github.com/consensys/gnark/constraint/solver"
)

// Circuit is a circuit that was read: ready to prove, and to verify. It is safe for concurrent use.
type Circuit struct {
	Manifest

	curve  ecc.ID
	system constraint.ConstraintSystem
	core   *constraint.System // the part of the system that does not depend on the field
	pk, vk io.ReaderFrom      // of gnark
	spare  sync.Pool          // witnesses of the circuit, all of zeros

	// Foreign says that the system has instructions of its own, whose code was not checked.
	Foreign bool
}

// Read reads the files of a manifest, and returns the circuit with its manifest completed. It fails
// with [ErrMalformed] unless they can be read and belong together, and with [ErrVersion] where
// another version of gnark wrote them. The points of keys are checked as by gnark's ReadFrom, which
// may end the process if the files mean harm: package untrusted reads files of others.
func Read(m *Manifest, files Files) (*Circuit, error) {
	c := &Circuit{Manifest: ManifestOf(m.Scheme, m.Options, m.Curve, files)}
	if c.Digest != m.Digest || c.Bytes() != m.Bytes() {
		return nil, fmt.Errorf("%w: its files are not those of its manifest", ErrMalformed)
	}
	if err := c.read(files); err != nil {
		return nil, err
	}
	c.GnarkVersion, c.Constraints = OwnVersion(), c.core.GetNbConstraints()
	for id, name := range c.core.MHintsDependencies {
		c.Hints = append(c.Hints, Hint{ID: uint32(id), Name: name})
	}
	slices.SortFunc(c.Hints, func(a, b Hint) int { return cmp.Compare(a.Name, b.Name) })
	c.Public, c.Secret = c.core.GetNbPublicVariables(), c.core.GetNbSecretVariables()
	if c.core.Type == constraint.SystemR1CS {
		c.Public-- // the constant 1
	}
	if err := c.belong(); err != nil {
		return nil, err
	}
	var err error
	c.Foreign, err = checkOrder(c.system)
	return c, err
}

func (c *Circuit) read(files Files) (err error) {
	if c.curve, err = curveOf(c.Curve); err != nil {
		return err
	}
	if c.pk, c.vk, err = newKeys(c.Scheme, c.curve); err != nil {
		return err
	}
	c.system = groth16.NewCS(c.curve) // gnark has one type for R1CS and sparse ones
	if err := files[System].read(ownSystem{c.system}, FileNames[System]); err != nil {
		return err
	}
	c.core = coreOf(c.system)
	if c.system.Field().Cmp(c.curve.ScalarField()) != 0 {
		return fmt.Errorf("%w: the constraint system is not over %s", ErrMalformed, c.curve)
	}
	if c.core.Type != systemTypes[c.Scheme] {
		return fmt.Errorf("%w: the constraint system is not one of %s", ErrMalformed, c.Scheme)
	}
	if err := files[ProvingKey].read(c.pk, FileNames[ProvingKey]); err != nil {
		return err
	}
	return files[VerifyingKey].read(c.vk, FileNames[VerifyingKey])
}

var systemTypes = map[Scheme]constraint.SystemType{
	Groth16: constraint.SystemR1CS, PLONK: constraint.SystemSparseR1CS,
}

// Prove proves a full witness, and returns the verified proof in gnark's binary form. The error
// wraps [ErrUnsatisfied] if the witness is to blame, and [ErrHint] if a hint fails.
func (c *Circuit) Prove(
	ctx context.Context, full witness.Witness, options ...solver.Option,
) (proof []byte, err error) {
	var to bytes.Buffer
	err = Guarded(func() error {
		made, err := c.prove(ctx, full, options)
		if err != nil {
			return err
		}
		_, err = made.WriteTo(&to)
		return err
	})
	if err != nil {
		return nil, diagnose(ctx, err)
	}
	return to.Bytes(), nil
}
