package benchmarks

import (
	"bytes"
	"errors"
	"io"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/consensys/gnark/backend/groth16/bn254/mpcsetup"
	"github.com/consensys/gnark/constraint"
	cs "github.com/consensys/gnark/constraint/bn254"
	"github.com/gnark-accel/gnark-accel/accel"
	hook "github.com/gnark-accel/gnark-accel/hooks/groth16/ceremony"
)

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
	gnarkPhases = [2]phase{
		{contribute[mpcsetup.Phase1], verify[mpcsetup.Phase1]},
		{contribute[mpcsetup.Phase2], verify[mpcsetup.Phase2]},
	}
)

// contribution is a phase of gnark's.
type contribution[P any] interface {
	*P
	io.WriterTo
	io.ReaderFrom
	Contribute()
	Verify(next *P) error
}

func contribute[P any, T contribution[P]](
	_ *accel.Engine, _ ecc.ID, from io.Reader, next io.Writer,
) error {
	p, err := readPhase[P, T](from)
	if err != nil {
		return err
	}
	p.Contribute()
	_, err = p.WriteTo(next)
	return err
}

func verify[P any, T contribution[P]](
	_ *accel.Engine, _ ecc.ID, previous, next io.Reader,
) error {
	p, failure := readPhase[P, T](previous)
	q, err := readPhase[P, T](next)
	if err := errors.Join(failure, err); err != nil {
		return err
	}
	return p.Verify(q)
}

func readPhase[P any, T contribution[P]](from io.Reader) (T, error) {
	p := T(new(P))
	_, err := p.ReadFrom(from)
	return p, err
}

// beginCircuit seals phase 1 after its last contribution. It returns the first file of phase 2.
func beginCircuit(last []byte, ccs constraint.ConstraintSystem) ([]byte, error) {
	p, err := readPhase[mpcsetup.Phase1](bytes.NewReader(last))
	if err != nil {
		return nil, err
	}
	commons := p.Seal([]byte("a beacon"))
	keys := new(mpcsetup.Phase2)
	keys.Initialize(ccs.(*cs.R1CS), &commons)
	return written(keys.WriteTo)
}
