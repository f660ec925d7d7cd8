package proving

import (
	"bufio"
	"errors"
	"io"
	"os"
)

// fileBuffer is the number of bytes read or written at once.
const fileBuffer = 4 << 20

// WriteFile writes a file by a function such as WriteTo of gnark's objects.
func WriteFile(path string, to func(io.Writer) (int64, error)) (int64, error) {
	file, err := os.Create(path)
	if err != nil {
		return 0, err
	}
	buffered := bufio.NewWriterSize(file, fileBuffer)
	n, err := to(buffered)
	return n, errors.Join(err, buffered.Flush(), file.Close())
}

// ReadFile reads a file by a function such as ReadFrom of gnark's objects, which is told how far it
// is unless tell is nil.
func ReadFile(path string, tell Progress, from func(io.Reader) (int64, error)) error {
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return err
	}
	told := &toldReader{Reader: file, total: info.Size(), tell: tell}
	_, err = from(bufio.NewReaderSize(told, fileBuffer))
	return err
}

// toldReader tells of the bytes that it reads.
type toldReader struct {
	io.Reader
	done, total int64
	tell        Progress
}

// Read implements io.Reader.
func (r *toldReader) Read(b []byte) (int, error) {
	n, err := r.Reader.Read(b)
	if r.done += int64(n); r.tell != nil {
		r.tell(r.done, r.total)
	}
	return n, err
}
