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
	System, ProvingKey, VerifyingKey File
}

// FilesOf describes gnark's types as files, and names the scheme that they belong to. The keys are
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
	if files.System, err = fileBy(ccs.WriteTo); err != nil {
		return "", Files{}, err
	}
	if files.ProvingKey, err = fileBy(raw(pk)); err != nil {
		return "", Files{}, err
	}
	files.VerifyingKey, err = fileBy(raw(vk))
	return scheme, files, err
}

// Telling returns the files, whose readers tell how many bytes have been read of all of them, times
// over. They are read one at a time.
func (f Files) Telling(times int64, tell func(done, total int64)) Files {
	var done int64
	total := times * (f.System.Size + f.ProvingKey.Size + f.VerifyingKey.Size)
	telling := func(file File) File {
		return File{file.Part, func() (io.ReadCloser, error) {
			from, err := file.Open()
			return &tellingReader{from, func(n int) {
				done += int64(n)
				tell(done, total)
			}}, err
		}}
	}
	return Files{telling(f.System), telling(f.ProvingKey), telling(f.VerifyingKey)}
}

type tellingReader struct {
	io.ReadCloser
	tell func(n int)
}

func (r *tellingReader) Read(to []byte) (int, error) {
	n, err := r.ReadCloser.Read(to)
	r.tell(n)
	return n, err
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

// read reads all of some bytes into one of gnark's types.
func read(into io.ReaderFrom, content []byte, what string) error {
	whole := File{
		Part: Part{Size: int64(len(content))},
		Open: func() (io.ReadCloser, error) {
			return io.NopCloser(bytes.NewReader(content)), nil
		},
	}
	return whole.read(into, what)
}
