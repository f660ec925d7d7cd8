package benchmarks

import (
	"context"
	"flag"
	"fmt"
	"slices"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/consensys/gnark/logger"
	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/bench/internal/measure"
	"github.com/gnark-accel/gnark-accel/bench/internal/results"
	"github.com/gnark-accel/gnark-accel/examples/circuits/catalog"
	"github.com/gnark-accel/gnark-accel/examples/circuits/proving"
	"github.com/rs/zerolog"
)

// circuits select circuits of examples/circuits, for every scheme in every size.
type circuits struct {
	Backend     proving.Backend
	Circuits    []string
	Schemes     []string // groth16 or plonk
	Curves      []string // such as bls12-377
	Constraints []int    // to come close to
	MinSize     int      // smallest number of points for the device; 0 to choose by times
}

// declare declares the flags, with the usual schemes and sizes.
func (c *circuits) declare(f *flag.FlagSet, schemes, constraints string) {
	c.Backend = proving.Auto
	c.Backend.Flags(f)
	measure.Words(f, &c.Circuits, "circuit", "mimc", "circuits of examples/circuits")
	measure.Words(f, &c.Schemes, "scheme", schemes, "proof systems: groth16, plonk")
	measure.Words(f, &c.Curves, "curve", "bn254", "curves, such as bls12-377")
	measure.Numbers(f, &c.Constraints, "constraints", constraints,
		"numbers of constraints to come close to")
	f.IntVar(&c.MinSize, "min-size", 0,
		"smallest number of points for the device; 0 to choose by times")
}

// minSize is the engine's option of the flag of that name.
func (c *circuits) minSize() accel.Option {
	if c.MinSize > 0 {
		return accel.WithMinSize(c.MinSize)
	}
	return accel.WithDevices() // as without the option
}

// one is one of the circuits.
type one struct {
	circuit string
	curve   ecc.ID
	scheme  *proving.Scheme
	wanted  int // constraints to come close to
}

// steps measures each circuit.
func (c *circuits) steps(
	command string, rows func(context.Context, *one, measure.Emit) error,
) (steps []measure.Step, err error) {
	all, err := c.each()
	for _, o := range all {
		what := fmt.Sprintf("%s %s %s %s %d", command, o.scheme.Name, o.curveName(), o.circuit,
			o.wanted)
		steps = append(steps, measure.Step{What: what,
			Rows: func(ctx context.Context, emit measure.Emit) error {
				logger.Set(zerolog.Nop())
				return rows(ctx, &o, emit)
			}})
	}
	return steps, err
}

// each returns all combinations.
func (c *circuits) each() (all []one, err error) {
	if slices.Min(c.Constraints) < 1 || c.MinSize < 0 {
		return nil, measure.Wrong("%v constraints, smallest size %d", c.Constraints, c.MinSize)
	}
	for _, circuit := range c.Circuits {
		if _, err := catalog.Lookup(circuit); err != nil {
			return nil, measure.Wrong("%w", err)
		}
		for _, name := range c.Curves {
			curve, err := catalog.LookupCurve(name)
			if err != nil {
				return nil, measure.Wrong("%w", err)
			}
			for _, name := range c.Schemes {
				scheme, err := proving.Lookup(name)
				if err != nil {
					return nil, measure.Wrong("%w", err)
				}
				for _, wanted := range c.Constraints {
					all = append(all, one{circuit, curve, scheme, wanted})
				}
			}
		}
	}
	return all, nil
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
