package benchmarks

import (
	"bytes"
	"errors"
	"fmt"
	"io"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/consensys/gnark/backend/groth16/bn254/mpcsetup"
	"github.com/consensys/gnark/constraint"
	cs "github.com/consensys/gnark/constraint/bn254"
	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/bench/internal/flags"
	"github.com/gnark-accel/gnark-accel/bench/internal/measure"
	hook "github.com/gnark-accel/gnark-accel/hooks/groth16/ceremony"
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
	file, err := written(mpcsetup.NewPhase1(domain).WriteTo)
	if err == nil {
		file, err = c.phase(0, file)
	}
	if err == nil {
		file, err = beginCircuit(file, c.System)
	}
	if err == nil {
		_, err = c.phase(1, file)
	}
	return err
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
	if err == nil {
		err = c.compare(row.With("step", "verification", ""),
			steps{verification(our), verification(gnark), func() error { return nil }})
	}
	if err != nil {
		err = fmt.Errorf("phase %d: %w", k+1, err)
	}
	return next, err
}

// phase is a contributor to one phase, and a verifier of its files.
type phase struct {
	contribute func(_ *accel.Engine, _ ecc.ID, from io.Reader, next io.Writer) error
	verify     func(_ *accel.Engine, _ ecc.ID, previous, next io.Reader) error
}

// ourPhases and gnarkPhases are those of either side.
var (
	ourPhases = [2]phase{
		{hook.ContributePhase1, hook.VerifyPhase1}, {hook.ContributePhase2, hook.VerifyPhase2},
	}
	gnarkPhases = [2]phase{gnarkPhase[mpcsetup.Phase1](), gnarkPhase[mpcsetup.Phase2]()}
)

// contribution is a phase of gnark's.
type contribution[P any] interface {
	*P
	io.WriterTo
	io.ReaderFrom
	Contribute()
	Verify(next *P) error
}

func gnarkPhase[P any, T contribution[P]]() phase {
	return phase{
		func(_ *accel.Engine, _ ecc.ID, from io.Reader, next io.Writer) error {
			p := T(new(P))
			if _, err := p.ReadFrom(from); err != nil {
				return err
			}
			p.Contribute()
			_, err := p.WriteTo(next)
			return err
		},
		func(_ *accel.Engine, _ ecc.ID, previous, next io.Reader) error {
			p, q := T(new(P)), new(P)
			_, failure := p.ReadFrom(previous)
			_, err := T(q).ReadFrom(next)
			if err := errors.Join(failure, err); err != nil {
				return err
			}
			return p.Verify(q)
		},
	}
}

// beginCircuit seals phase 1 after its last contribution. It returns the first file of phase 2.
func beginCircuit(last []byte, ccs constraint.ConstraintSystem) ([]byte, error) {
	p := new(mpcsetup.Phase1)
	if _, err := p.ReadFrom(bytes.NewReader(last)); err != nil {
		return nil, err
	}
	commons := p.Seal([]byte("a beacon"))
	keys := new(mpcsetup.Phase2)
	keys.Initialize(ccs.(*cs.R1CS), &commons)
	return written(keys.WriteTo)
}
