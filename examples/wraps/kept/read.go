package kept

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/consensys/gnark/constraint"
)

var (
	// ErrLength is a length in a file that exceeds the file.
	ErrLength = errors.New("a length exceeds the file")
	// ErrPanic is a panic that was not of an error.
	ErrPanic = errors.New("panic")
)

// Why makes an error of what recover returned. Nothing gives nil.
func Why(recovered any) error {
	if err, ok := recovered.(error); ok || recovered == nil {
		return err
	}
	return fmt.Errorf("%w: %v", ErrPanic, recovered)
}

// Report prints why a function without an error failed, to standard error.
func Report(function string, recovered any) {
	if err := Why(recovered); err != nil {
		fmt.Fprintf(os.Stderr, "%s: %v\n", function, err)
	}
}

// Read reads a circuit or a verifying key of gnark's from a file.
func Read(path string, into io.ReaderFrom) error {
	return read(path, func(r *bounded) error {
		_, r.wide = into.(constraint.ConstraintSystem)
		_, err := into.ReadFrom(r)
		return err
	})
}

func read(path string, use func(*bounded) error) (err error) {
	defer func() {
		if err = errors.Join(err, Why(recover())); err != nil {
			err = fmt.Errorf("%s: %w", path, err)
		}
	}()
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return err
	}
	from := bufio.NewReaderSize(file, 1<<20)
	return use(&bounded{from: from, file: file, left: info.Size()})
}

// MustRead is ReadFrom that panics at an error, for callers that ignore it.
func MustRead(into io.ReaderFrom, from io.Reader) (int64, error) {
	content, err := io.ReadAll(from) // proofs and verifying keys are small
	n, wrong := into.ReadFrom(&bounded{from: bytes.NewReader(content), left: int64(len(content))})
	if err = cmp.Or(err, wrong); err != nil {
		panic(err)
	}
	return n, nil
}

// bounded refuses lengths that exceed what is left: gnark allocates what a file says, and Go ends a
// program that asks for too much memory. gnark reads lengths alone, as 4 bytes or as 8. Wide is for
// files in which all that comes as 8 bytes, behind the first bytes, is a length or a small number.
type bounded struct {
	from io.Reader
	file *os.File // or nil
	left int64
	wide bool
	skip int64 // the first bytes
}

// Read implements io.Reader.
func (b *bounded) Read(p []byte) (int, error) {
	n, err := io.ReadFull(b.from, p)
	if errors.Is(err, io.ErrUnexpectedEOF) {
		err = nil // the next call has the end
	}
	length := uint64(0)
	switch {
	case n < len(p): // the end
	case n == 4:
		length = uint64(min(binary.BigEndian.Uint32(p), binary.LittleEndian.Uint32(p)))
	case n == 8 && b.wide && b.skip <= 0:
		length = min(binary.BigEndian.Uint64(p), binary.LittleEndian.Uint64(p))
	}
	b.skip -= int64(n)
	b.left -= int64(n)
	if length > uint64(max(b.left, 0)) { // io.ReadFull would ignore the error of a full read
		return 0, fmt.Errorf("%w: %d, and %d bytes follow", ErrLength, length, b.left)
	}
	return n, err
}
