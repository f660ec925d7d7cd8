package circuit

import (
	"bufio"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/consensys/gnark/backend/plonk"
	"github.com/consensys/gnark/constraint"
	gnarkio "github.com/consensys/gnark/io"
)

// File is a file of a circuit. It is read as a stream, since it may be too large for the memory.
type File struct {
	Part
	Open func() (io.ReadCloser, error)
}

// FileOf reads the file that a function opens, and describes it.
func FileOf(open func() (io.ReadCloser, error)) (File, error) {
	from, err := open()
	if err != nil {
		return File{}, err
	}
	defer from.Close()
	digest := sha256.New()
	size, err := io.Copy(digest, from)
	part := Part{Digest: hex.EncodeToString(digest.Sum(nil)), Size: size}
	return File{part, open}, err
}

// FileAt describes the file at a path.
func FileAt(path string) (File, error) {
	return FileOf(func() (io.ReadCloser, error) { return os.Open(path) })
}

// Save writes a new file at a path, and describes it.
func Save(from io.Reader, path string) (File, error) {
	to, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return File{}, err
	}
	_, err = io.Copy(to, from)
	if err := errors.Join(err, to.Close()); err != nil {
		return File{}, err
	}
	return FileAt(path)
}

const bufferSize = 1 << 20

// written describes the bytes that gnark writes of a system, or of a key that is not compressed.
func written(object any) (File, error) {
	var write func(io.Writer) (int64, error)
	switch object := object.(type) {
	case gnarkio.WriterRawTo:
		write = object.WriteRawTo
	case io.WriterTo:
		write = object.WriteTo
	default:
		return File{}, fmt.Errorf("%w: a key %T", ErrMalformed, object)
	}
	return FileOf(func() (io.ReadCloser, error) {
		from, to := io.Pipe()
		go func() {
			buffer := bufio.NewWriterSize(to, bufferSize)
			_, err := write(buffer)
			to.CloseWithError(errors.Join(err, buffer.Flush()))
		}()
		return from, nil
	})
}

// read reads a file into one of gnark's types. Where its bytes are to blame it is [ErrMalformed].
func (f File) read(into io.ReaderFrom, what string) error {
	from, err := f.Open()
	if err != nil {
		return err
	}
	defer from.Close()
	watched := &watchedReader{ReadCloser: from, tell: func(int64) {}}
	buffer := bufio.NewReaderSize(watched, bufferSize)
	var n int64
	parsing := Guarded(func() (err error) {
		n, err = into.ReadFrom(buffer)
		return err
	})
	if parsing == nil && n != f.Size {
		parsing = fmt.Errorf("%d bytes are left over", f.Size-n)
	}
	io.Copy(io.Discard, buffer) // for the length; an error is noted
	switch {
	case watched.err != nil:
		return fmt.Errorf("reading the %s: %w", what, watched.err)
	case watched.n != f.Size:
		return fmt.Errorf("reading the %s: %w: it has %d bytes of %d", what, io.ErrUnexpectedEOF,
			watched.n, f.Size)
	case parsing != nil:
		return fmt.Errorf("%w: the %s: %w", ErrMalformed, what, parsing)
	}
	return nil
}

// watchedReader counts the bytes of a reader, tells of them, and notes the error that ends them.
type watchedReader struct {
	io.ReadCloser
	n    int64
	err  error
	tell func(n int64)
}

func (w *watchedReader) Read(to []byte) (int, error) {
	n, err := w.ReadCloser.Read(to)
	w.n += int64(n)
	w.tell(int64(n))
	if err != nil && err != io.EOF {
		w.err = err
	}
	return n, err
}

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

// FilesOf describes gnark's types as files, and names the scheme that they belong to.
func FilesOf(ccs constraint.ConstraintSystem, pk, vk any) (scheme Scheme, files Files, err error) {
	scheme = Groth16
	if _, ok := pk.(plonk.ProvingKey); ok {
		scheme = PLONK
	}
	for i, object := range []any{ccs, pk, vk} {
		if files[i], err = written(object); err != nil {
			return "", files, err
		}
	}
	return scheme, files, nil
}

// FilesAt describes the files at paths.
func FilesAt(paths [3]string) (files Files, err error) {
	for i, path := range paths {
		if files[i], err = FileAt(path); err != nil {
			return files, err
		}
	}
	return files, nil
}

// CopyTo copies the files to a folder, under their [FileNames], and describes the copies.
func (f Files) CopyTo(folder string) (copies Files, err error) {
	for i, file := range f {
		from, err := file.Open()
		if err != nil {
			return copies, err
		}
		copies[i], err = Save(from, filepath.Join(folder, FileNames[i]))
		if err := errors.Join(err, from.Close()); err != nil {
			return copies, err
		}
	}
	return copies, nil
}

// Telling has readers report the bytes that were read of all files, which are read one at a time.
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
