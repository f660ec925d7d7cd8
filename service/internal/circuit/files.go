package circuit

import (
	"fmt"
	"io"

	"github.com/consensys/gnark/backend/groth16"
	"github.com/consensys/gnark/backend/plonk"
	"github.com/consensys/gnark/constraint"
	gnarkio "github.com/consensys/gnark/io"
)

// Files are the files of a circuit, as gnark's methods WriteTo or WriteRawTo write them.
type Files [3]File

// The files, in the order in which they are read.
const (
	System = iota
	ProvingKey
	VerifyingKey
)

// FileNames are the files in words.
var FileNames = [...]string{"constraint system", "proving key", "verifying key"}

// FilesOf describes gnark's types as files, and names the scheme that they belong to. The keys are
// uncompressed: larger, and faster to read.
func FilesOf(ccs constraint.ConstraintSystem, pk, vk any) (scheme Scheme, files Files, err error) {
	switch pk.(type) {
	case groth16.ProvingKey:
		scheme = Groth16
	case plonk.ProvingKey:
		scheme = PLONK
	default:
		return "", files, fmt.Errorf("%w: a proving key %T", ErrMalformed, pk)
	}
	for i, write := range []writing{ccs.WriteTo, raw(pk), raw(vk)} {
		if files[i], err = fileBy(write); err != nil {
			return "", files, err
		}
	}
	return scheme, files, nil
}

// Telling returns the files with readers that report progress: the bytes read of all files. They
// are read one at a time.
func (f Files) Telling(tell func(done, total int64)) Files {
	var done, total int64
	for i, file := range f {
		total += file.Size
		f[i].Open = func() (io.ReadCloser, error) {
			from, err := file.Open()
			return &watchedReader{ReadCloser: from, tell: func(n int64) {
				done += n
				tell(done, total)
			}}, err
		}
	}
	return f
}

// writing is a method of gnark's that writes a key or a system.
type writing = func(io.Writer) (int64, error)

// raw returns the method of a key that writes it uncompressed.
func raw(key any) writing {
	if writer, ok := key.(gnarkio.WriterRawTo); ok {
		return writer.WriteRawTo
	}
	return func(io.Writer) (int64, error) {
		return 0, fmt.Errorf("%w: a key %T", ErrMalformed, key)
	}
}
