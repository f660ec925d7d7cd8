package servicetest

import (
	"bytes"
	"io"
	"testing"

	"github.com/gnark-accel/gnark-accel/service/internal/circuit"
)

// Files describes the system and the keys as files, and names the scheme.
func (e Example) Files(t testing.TB) (circuit.Scheme, circuit.Files) {
	t.Helper()
	scheme, files, err := circuit.FilesOf(e.System, e.PK, e.VK)
	if err != nil {
		t.Fatal(err)
	}
	return scheme, files
}

// File is a file with contents that follow each other, the last one for ever.
func File(contents ...[]byte) circuit.File {
	file, _ := circuit.FileOf(func() (io.ReadCloser, error) {
		content := contents[0]
		if len(contents) > 1 {
			contents = contents[1:]
		}
		return io.NopCloser(bytes.NewReader(content)), nil
	})
	return file
}

// Read returns all bytes of a file.
func Read(file circuit.File) ([]byte, error) {
	from, err := file.Open()
	if err != nil {
		return nil, err
	}
	defer from.Close()
	return io.ReadAll(from)
}
