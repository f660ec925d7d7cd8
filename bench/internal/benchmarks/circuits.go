package benchmarks

import (
	"fmt"
	"strings"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/consensys/gnark/logger"
	"github.com/gnark-accel/gnark-accel/bench/internal/flags"
	"github.com/gnark-accel/gnark-accel/bench/internal/measure"
	"github.com/gnark-accel/gnark-accel/bench/internal/results"
	"github.com/gnark-accel/gnark-accel/examples/circuits/catalog"
	"github.com/gnark-accel/gnark-accel/examples/circuits/proving"
	"github.com/rs/zerolog"
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
	circuit string
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
					err = r.Step(fmt.Sprintf("%s %d", name, wanted), func() error {
						logger.Set(zerolog.Nop())
						return rows(o)
					})
					if err != nil {
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
	if _, err := catalog.Lookup(circuit); err != nil {
		return nil, err
	}
	o = &one{circuit: circuit, wanted: wanted}
	if o.curve, err = catalog.LookupCurve(curve); err != nil {
		return nil, err
	}
	o.scheme, err = proving.Lookup(scheme)
	return o, err
}

func (o *one) curveName() string { return catalog.CurveName(o.curve) }

// compile compiles the circuit, and returns its row.
func (o *one) compile(command string, options ...catalog.Option) (
	*proving.Instance, *results.Row, error) {
	i, err := proving.Compile(o.circuit, o.curveName(), o.wanted, o.scheme.Builder, options...)
	if err != nil {
		return nil, nil, err
	}
	return i, results.New(command, results.Setting{
		"circuit": o.circuit, "curve": o.curveName(), "scheme": o.scheme.Name,
	}).With("constraints", i.System.GetNbConstraints(), ""), nil
}
