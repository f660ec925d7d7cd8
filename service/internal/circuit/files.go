package circuit

import (
	"bytes"
	"fmt"
	"io"

	"github.com/consensys/gnark/backend/groth16"
	"github.com/consensys/gnark/backend/plonk"
	"github.com/consensys/gnark/constraint"
)

// Files are the files of a circuit, as gnark's methods WriteTo or WriteRawTo write them.
type Files struct {
	System, ProvingKey, VerifyingKey []byte
}

// FilesOf writes gnark's types, and names the scheme that they belong to. The keys are
// uncompressed: larger, and faster to read.
func FilesOf(ccs constraint.ConstraintSystem, pk, vk any) (Scheme, Files, error) {
	scheme := PLONK
	switch pk.(type) {
	case groth16.ProvingKey:
		scheme = Groth16
	case plonk.ProvingKey:
	default:
		return "", Files{}, fmt.Errorf("%w: a proving key %T", ErrMalformed, pk)
	}
	var files Files
	var err error
	if files.System, err = written(ccs.WriteTo); err != nil {
		return "", Files{}, err
	}
	if files.ProvingKey, err = written(raw(pk)); err != nil {
		return "", Files{}, err
	}
	files.VerifyingKey, err = written(raw(vk))
	return scheme, files, err
}

type rawWriter interface {
	WriteRawTo(io.Writer) (int64, error)
}

// raw returns the method of a key that writes it uncompressed.
func raw(key any) func(io.Writer) (int64, error) {
	if writer, ok := key.(rawWriter); ok {
		return writer.WriteRawTo
	}
	return func(io.Writer) (int64, error) {
		return 0, fmt.Errorf("%w: a key %T", ErrMalformed, key)
	}
}

func written(write func(io.Writer) (int64, error)) ([]byte, error) {
	var to bytes.Buffer
	_, err := write(&to)
	return to.Bytes(), err
}

// read reads all of the bytes into one of gnark's types.
func read(into io.ReaderFrom, content []byte, what string) error {
	err := guarded(func() error {
		n, err := into.ReadFrom(bytes.NewReader(content))
		if err == nil && n != int64(len(content)) {
			return fmt.Errorf("%d bytes are left over", int64(len(content))-n)
		}
		return err
	})
	if err != nil {
		return fmt.Errorf("%w: the %s: %w", ErrMalformed, what, err)
	}
	return nil
}
