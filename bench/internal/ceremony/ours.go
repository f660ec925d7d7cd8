package ceremony

import (
	"bytes"
	"io"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/gnark-accel/gnark-accel/accel"
	hook "github.com/gnark-accel/gnark-accel/hooks/groth16/ceremony"
)

// ours returns our half of both phases over a curve.
func ours(id ecc.ID, e *accel.Engine) [2]phase {
	on := func(
		contribute func(*accel.Engine, ecc.ID, io.Reader, io.Writer) error,
		verify func(e *accel.Engine, id ecc.ID, previous, next io.Reader) error,
	) phase {
		return phase{
			contribute: func(from []byte) ([]byte, error) {
				var next bytes.Buffer
				err := contribute(e, id, bytes.NewReader(from), &next)
				return next.Bytes(), err
			},
			verify: func(previous, next []byte) error {
				return verify(e, id, bytes.NewReader(previous), bytes.NewReader(next))
			},
		}
	}
	return [2]phase{
		on(hook.ContributePhase1, hook.VerifyPhase1),
		on(hook.ContributePhase2, hook.VerifyPhase2),
	}
}
