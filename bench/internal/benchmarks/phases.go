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

// phase is a contributor to one phase, and a verifier. Contributions are files.
type phase struct {
	contribute func(from []byte) (next []byte, err error)
	verify     func(previous, next []byte) error
}

// ourPhases are ours.
func ourPhases(e *accel.Engine) [2]phase {
	on := func(
		contribute func(*accel.Engine, ecc.ID, io.Reader, io.Writer) error,
		verify func(e *accel.Engine, id ecc.ID, previous, next io.Reader) error,
	) phase {
		return phase{
			contribute: func(from []byte) ([]byte, error) {
				var next bytes.Buffer
				err := contribute(e, ecc.BN254, bytes.NewReader(from), &next)
				return next.Bytes(), err
			},
			verify: func(previous, next []byte) error {
				return verify(e, ecc.BN254, bytes.NewReader(previous), bytes.NewReader(next))
			},
		}
	}
	return [2]phase{
		on(hook.ContributePhase1, hook.VerifyPhase1),
		on(hook.ContributePhase2, hook.VerifyPhase2),
	}
}

// gnarkPhases are gnark's.
var gnarkPhases = [2]phase{gnarkPhase[mpcsetup.Phase1](), gnarkPhase[mpcsetup.Phase2]()}

// contribution is a phase of gnark's.
type contribution[T any] interface {
	*T
	io.WriterTo
	io.ReaderFrom
	Contribute()
	Verify(next *T) error
}

func gnarkPhase[P any, T contribution[P]]() phase {
	return phase{
		contribute: func(from []byte) ([]byte, error) {
			p, err := readPhase[P, T](from)
			if err != nil {
				return nil, err
			}
			p.Contribute()
			return written(p.WriteTo)
		},
		verify: func(previous, next []byte) error {
			p, failure := readPhase[P, T](previous)
			q, err := readPhase[P, T](next)
			if err := errors.Join(failure, err); err != nil {
				return err
			}
			return p.Verify(q)
		},
	}
}

func readPhase[P any, T contribution[P]](from []byte) (T, error) {
	p := T(new(P))
	_, err := p.ReadFrom(bytes.NewReader(from))
	return p, err
}

// beginCircuit seals phase 1 after its last contribution. It returns the first file of phase 2.
func beginCircuit(last []byte, ccs constraint.ConstraintSystem) ([]byte, error) {
	p, err := readPhase[mpcsetup.Phase1](last)
	if err != nil {
		return nil, err
	}
	commons := p.Seal([]byte("a beacon"))
	keys := new(mpcsetup.Phase2)
	keys.Initialize(ccs.(*cs.R1CS), &commons)
	return written(keys.WriteTo)
}
