package benchmarks

import (
	"errors"
	"fmt"
	"strings"

	"github.com/consensys/gnark-crypto/ecc"
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

// one is one of the circuits, in its step.
type one struct {
	circuit catalog.Circuit
	curve   ecc.ID
	scheme  *proving.Scheme
	wanted  int // constraints to come close to
	run     *measure.Run

	*catalog.Compiled
	row *results.Row // names the compiled circuit
}

// each has a step for each circuit.
func (c *circuits) each(command string, rows func(*one) error) (steps []measure.Step, err error) {
	for _, circuit := range c.Circuit {
		for _, curve := range c.Curve {
			for _, scheme := range c.Scheme {
				for _, wanted := range c.Constraints {
					o, err := newOne(circuit, curve, scheme, wanted)
					if err != nil {
						return nil, flags.Wrong("%w", err)
					}
					name := strings.Join([]string{command, scheme, curve, circuit}, " ")
					steps = append(steps, measure.Step{
						Name: fmt.Sprintf("%s %d", name, wanted),
						Rows: func(r *measure.Run) error {
							mine := *o // its circuit is not kept
							mine.run = r
							return rows(&mine)
						},
					})
				}
			}
		}
	}
	return steps, nil
}

func newOne(circuit, curve, scheme string, wanted int) (*one, error) {
	found, noCircuit := catalog.Lookup(circuit)
	over, noCurve := catalog.LookupCurve(curve)
	by, noScheme := proving.Lookup(scheme)
	err := errors.Join(noCircuit, noCurve, noScheme)
	if wanted < 1 {
		err = fmt.Errorf("%d constraints", wanted)
	}
	return &one{circuit: found, curve: over, scheme: by, wanted: wanted}, err
}

// compile compiles the circuit, and names its row.
func (o *one) compile(command string, options ...catalog.Option) (err error) {
	o.Compiled, err = catalog.Compile(o.circuit, o.curve, o.wanted, o.scheme.Builder, options...)
	if err == nil {
		o.row = results.New(command, results.Setting{"circuit": o.circuit.Name(),
			"curve": catalog.CurveName(o.curve), "scheme": o.scheme.Name,
		}).With("constraints", o.System.GetNbConstraints(), "")
	}
	return err
}

// setup makes the keys of the circuit by ours.
func (o *one) setup(e *accel.Engine) (proving.Keys, error) {
	ours, _, err := o.scheme.Setups(o.System, e)
	if err != nil {
		return proving.Keys{}, err
	}
	return ours()
}
