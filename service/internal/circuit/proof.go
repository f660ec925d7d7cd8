package circuit

import (
	"bytes"
	"io"

	"github.com/consensys/gnark/backend/groth16"
	"github.com/consensys/gnark/backend/plonk"
	gnarkio "github.com/consensys/gnark/io"
)

// Proof is a groth16.Proof or a plonk.Proof of gnark's.
type Proof interface {
	io.WriterTo
	io.ReaderFrom
	gnarkio.WriterRawTo
}

// ReadProof reads a proof of a circuit, in gnark's binary form.
func ReadProof(m *Manifest, content []byte) (Proof, error) {
	curve, err := curveOf(m.Curve)
	if err != nil {
		return nil, err
	}
	var proof Proof = plonk.NewProof(curve)
	if m.Scheme == Groth16 {
		proof = groth16.NewProof(curve)
	}
	return proof, Guarded(func() error {
		_, err := proof.ReadFrom(bytes.NewReader(content))
		return err
	})
}
