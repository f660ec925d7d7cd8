package benchmarks

import (
	"fmt"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/consensys/gnark/backend/groth16/bn254/mpcsetup"
	"github.com/gnark-accel/gnark-accel/bench/internal/flags"
	"github.com/gnark-accel/gnark-accel/bench/internal/measure"
	"github.com/gnark-accel/gnark-accel/bench/internal/results"
)

// ceremonies select ceremonies.
type ceremonies struct{ comparisons }

// Measure implements measure.Benchmark.
func (s *ceremonies) Measure(r *measure.Run) error {
	if fmt.Sprint(s.Scheme, s.Curve) != "[groth16] [bn254]" {
		return flags.Wrong("ceremonies are measured for groth16 over bn254")
	}
	return s.measure(r, "ceremony", ceremony)
}

// ceremony measures both phases. The second begins with the end of the first.
func ceremony(c *comparison) error {
	domain := ecc.NextPowerOfTwo(uint64(c.System.GetNbConstraints()))
	from, err := written(mpcsetup.NewPhase1(domain).WriteTo)
	if err != nil {
		return err
	}
	for k, our := range ourPhases(c.engine) {
		if k == 1 {
			if from, err = beginCircuit(from, c.System); err != nil {
				return err
			}
		}
		from, err = c.phase(c.row.With("phase", k+1, ""), from, our, gnarkPhases[k])
		if err != nil {
			return fmt.Errorf("phase %d: %w", k+1, err)
		}
	}
	return nil
}

// phase measures the steps from a file on. It returns the first of our contributions, which gnark
// has verified.
func (c *comparison) phase(
	row *results.Row, from []byte, our, gnark phase,
) (next []byte, err error) {
	row.Figures["file-bytes"] = float64(len(from))
	verified := func() error { return gnark.verify(from, next) }
	err = c.compare(row.With("step", "contribution", ""), steps{
		ours: func() error {
			made, err := our.contribute(from)
			if next == nil {
				next = made
			}
			return err
		},
		gnarks: func() error { _, err := gnark.contribute(from); return err },
		check:  verified,
	})
	if err != nil {
		return nil, err
	}
	return next, c.compare(row.With("step", "verification", ""), steps{
		ours:   func() error { return our.verify(from, next) },
		gnarks: verified,
		check:  func() error { return nil },
	})
}
