package benchmarks

import (
	"fmt"
	"strings"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/consensys/gnark/constraint"
	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/bench/internal/flags"
	"github.com/gnark-accel/gnark-accel/bench/internal/measure"
	"github.com/gnark-accel/gnark-accel/bench/internal/results"
	"github.com/gnark-accel/gnark-accel/examples/circuits/catalog"
	"github.com/gnark-accel/gnark-accel/examples/circuits/proving"
)

// circuits select circuits of examples/circuits, for every scheme in every size.
type circuits struct {
	Backend     proving.Backend
	Circuit     []string
	Scheme      []string
	Curve       []string
	Constraints []int
}

// one is one of the circuits.
type one struct {
	circuit catalog.Circuit
	curve   ecc.ID
	scheme  *proving.Scheme
	wanted  int // constraints to come close to
}

// each measures each circuit in a step.
func (c *circuits) each(r *measure.Run, command string, rows func(*one) error) error {
	for _, circuit := range c.Circuit {
		for _, curve := range c.Curve {
			for _, scheme := range c.Scheme {
				for _, wanted := range c.Constraints {
					o, err := newOne(circuit, curve, scheme, wanted)
					if err != nil {
						return flags.Wrong("%w", err)
					}
					name := strings.Join([]string{command, scheme, curve, circuit}, " ")
					step := fmt.Sprintf("%s %d", name, wanted)
					if err := r.Step(step, func() error { return rows(o) }); err != nil {
						return err
					}
				}
			}
		}
	}
	return nil
}

func newOne(circuit, curve, scheme string, wanted int) (o *one, err error) {
	if wanted < 1 {
		return nil, fmt.Errorf("%d constraints", wanted)
	}
	o = &one{wanted: wanted}
	if o.circuit, err = catalog.Lookup(circuit); err != nil {
		return nil, err
	}
	if o.curve, err = catalog.LookupCurve(curve); err != nil {
		return nil, err
	}
	o.scheme, err = proving.Lookup(scheme)
	return o, err
}

func (o *one) curveName() string { return catalog.CurveName(o.curve) }

// compile compiles the circuit, and returns its row.
func (o *one) compile(command string, options ...catalog.Option) (
	*catalog.Compiled, *results.Row, error) {
	i, err := catalog.Compile(o.circuit, o.curve, o.wanted, o.scheme.Builder, options...)
	if err != nil {
		return nil, nil, err
	}
	return i, results.New(command, results.Setting{
		"circuit": o.circuit.Name(), "curve": o.curveName(), "scheme": o.scheme.Name,
	}).With("constraints", i.System.GetNbConstraints(), ""), nil
}

// setup makes the keys of the circuit by ours.
func (o *one) setup(system constraint.ConstraintSystem, e *accel.Engine) (proving.Keys, error) {
	ours, _, err := o.scheme.Setups(system, e)
	if err != nil {
		return proving.Keys{}, err
	}
	return ours()
}
