package keys

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/consensys/gnark/backend/witness"
	"github.com/consensys/gnark/constraint"
	"github.com/consensys/gnark/frontend"
	"github.com/gnark-accel/gnark-accel/examples/circuits/catalog"
)

// instance is a compiled circuit with its witness.
type instance struct {
	ccs          constraint.ConstraintSystem
	full, public witness.Witness
	curve        ecc.ID
	size         string
}

func (s *Settings) newInstance(scheme scheme, constraints int) (*instance, error) {
	circuit, err := catalog.Lookup(s.Circuit)
	if err != nil {
		return nil, err
	}
	i := new(instance)
	if i.curve, err = catalog.LookupCurve(s.Curve); err != nil {
		return nil, err
	}
	made, err := circuit.New(i.curve, constraints, catalog.WithBuilder(scheme.builder))
	if err != nil {
		return nil, err
	}
	i.size = made.Size
	i.ccs, err = frontend.Compile(i.curve.ScalarField(), scheme.builder, made.Circuit)
	if err != nil {
		return nil, err
	}
	if i.full, err = frontend.NewWitness(made.Assignment, i.curve.ScalarField()); err != nil {
		return nil, err
	}
	i.public, err = i.full.Public()
	return i, err
}

// errOther: a key is not the one that it should be.
var errOther = errors.New("another key than gnark's")

// same compares keys by their files.
func same(a, b key) error {
	one, other := sha256.New(), sha256.New()
	_, errA := a.WriteRawTo(one)
	_, errB := b.WriteRawTo(other)
	if err := errors.Join(errA, errB); err != nil {
		return err
	}
	if !bytes.Equal(one.Sum(nil), other.Sum(nil)) {
		return fmt.Errorf("%w: %T", errOther, a)
	}
	return nil
}

// file returns a key's file in a form; a setup's is raw.
func file(k key, form string) ([]byte, error) {
	var b bytes.Buffer
	var err error
	if form == compressed {
		_, err = k.WriteTo(&b)
	} else {
		_, err = k.WriteRawTo(&b)
	}
	return b.Bytes(), err
}
