package proving

import (
	"bufio"
	"errors"
	"io"
	"os"
)

// fileBuffer is the number of bytes read or written at once.
const fileBuffer = 4 << 20

// WriteFile writes a file by a function such as WriteTo of gnark's objects. The file has another
// name until it is whole.
func WriteFile(path string, to func(io.Writer) (int64, error)) (int64, error) {
	file, err := os.Create(path + ".tmp")
	if err != nil {
		return 0, err
	}
	buffered := bufio.NewWriterSize(file, fileBuffer)
	n, err := to(buffered)
	if err := errors.Join(err, buffered.Flush(), file.Close()); err != nil {
		return n, err
	}
	return n, os.Rename(file.Name(), path)
}

// ReadFile reads a file by a function such as ReadFrom of gnark's objects.
func ReadFile(path string, from func(io.Reader) (int64, error)) error {
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	_, err = from(bufio.NewReaderSize(file, fileBuffer))
	return err
}
