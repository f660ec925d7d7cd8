package benchmarks

import (
	"bytes"
	"fmt"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/consensys/gnark/backend/groth16/bn254/mpcsetup"
	"github.com/gnark-accel/gnark-accel/bench/internal/flags"
	"github.com/gnark-accel/gnark-accel/bench/internal/measure"
)

// ceremonies select ceremonies.
type ceremonies struct{ comparisons }

// Steps implements measure.Benchmark.
func (s *ceremonies) Steps() ([]measure.Step, error) {
	if fmt.Sprint(s.Scheme, s.Curve) != "[groth16] [bn254]" {
		return nil, flags.Wrong("ceremonies are measured for groth16 over bn254")
	}
	return s.compared("ceremony", ceremony)
}

// ceremony measures both phases. The second begins with the end of the first.
func ceremony(c *comparison) error {
	domain := ecc.NextPowerOfTwo(uint64(c.System.GetNbConstraints()))
	from, err := written(mpcsetup.NewPhase1(domain).WriteTo)
	if err != nil {
		return err
	}
	for k := range ourPhases {
		if k == 1 {
			if from, err = beginCircuit(from, c.System); err != nil {
				return err
			}
		}
		if from, err = c.phase(k, from); err != nil {
			return fmt.Errorf("phase %d: %w", k+1, err)
		}
	}
	return nil
}

// phase measures the steps from a file on. It returns the first of our contributions, which gnark
// has verified.
func (c *comparison) phase(k int, from []byte) (next []byte, err error) {
	row := c.row.With("phase", k+1, "")
	row.Figures["file-bytes"] = float64(len(from))
	contribution := func(of phase) func() error {
		return func() error {
			var made bytes.Buffer
			err := of.contribute(c.engine, ecc.BN254, bytes.NewReader(from), &made)
			if next == nil {
				next = made.Bytes()
			}
			return err
		}
	}
	verification := func(of phase) func() error {
		return func() error {
			return of.verify(c.engine, ecc.BN254, bytes.NewReader(from), bytes.NewReader(next))
		}
	}
	our, gnark := ourPhases[k], gnarkPhases[k]
	err = c.compare(row.With("step", "contribution", ""),
		steps{contribution(our), contribution(gnark), verification(gnark)})
	if err != nil {
		return nil, err
	}
	return next, c.compare(row.With("step", "verification", ""), steps{
		ours: verification(our), gnarks: verification(gnark), check: func() error { return nil },
	})
}
