package prepared

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

// The same bytes have one digest in a file and in a stream, which are read afterwards.
func TestOfFile(t *testing.T) {
	content := make([]byte, 2*blockBytes+12345)
	for i := range content {
		content[i] = byte(i * i >> 7)
	}
	var digests [2]Digest
	for i, from := range []io.Reader{
		bytes.NewReader(content), io.MultiReader(bytes.NewReader(content)),
	} {
		if _, err := io.ReadFull(from, make([]byte, 77)); err != nil {
			t.Fatal(err)
		}
		s, err := OfFile(from)
		if err != nil {
			t.Fatal(err)
		}
		if n := s.Len(); i == 0 && n != len(content)-77 || i == 1 && n != 0 {
			t.Errorf("%d: %d bytes are left", i, n)
		}
		if got, err := io.ReadAll(s); err != nil || !bytes.Equal(got, content[77:]) {
			t.Errorf("%d: %d bytes, %v", i, len(got), err)
		}
		if err := s.Leave(100); err != nil || s.Len() != 0 {
			t.Errorf("%d: %d bytes are left, %v", i, s.Len(), err)
		}
		if rest, _ := io.ReadAll(from); i == 0 && !bytes.Equal(rest, content[177:]) {
			t.Errorf("%d bytes behind those that were of use", len(rest))
		}
		digests[i] = s.Digest
	}
	if digests[0] != digests[1] {
		t.Error("the digests of a file and of a stream differ")
	}
}

// TestPipe has a pipe for a file, which has none of a file's places.
func TestPipe(t *testing.T) {
	from, to, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer from.Close()
	go func() {
		_, _ = to.WriteString("a key")
		_ = to.Close()
	}()
	s, err := OfFile(from)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := io.ReadAll(s); string(got) != "a key" || err != nil || s.Leave(3) != nil {
		t.Errorf("%q, %v, %v", got, err, s.Leave(3))
	}
}

// slowFile is a file that counts the reads of it under way.
type slowFile struct {
	*bytes.Reader
	reading atomic.Int32
}

func (f *slowFile) ReadAt(to []byte, at int64) (int, error) {
	f.reading.Add(1)
	defer f.reading.Add(-1)
	time.Sleep(10 * time.Millisecond)
	return f.Reader.ReadAt(to, at)
}

// TestLeave leaves a file whose reader stops early. Nobody reads it behind its owner's back.
func TestLeave(t *testing.T) {
	file := &slowFile{Reader: bytes.NewReader(make([]byte, 4*blockBytes))}
	s, err := OfFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Read(make([]byte, 1)); err != nil {
		t.Error(err)
	}
	if err := s.Leave(1); err != nil || file.reading.Load() != 0 {
		t.Errorf("%v, %d blocks are being read", err, file.reading.Load())
	}
}

// TestChanged changes a file in a block after its digest was taken, or cuts it: its bytes are read,
// if they are there, and nothing is kept under the digest of others.
func TestChanged(t *testing.T) {
	size := 4*blockBytes + 5
	for at := -1; at < size; at += blockBytes / 2 {
		log, folder := messages(t), open(t, filepath.Join(t.TempDir(), "kept"))
		path := filepath.Join(t.TempDir(), "file")
		if err := os.WriteFile(path, make([]byte, size), 0o600); err != nil {
			t.Fatal(err)
		}
		file, err := os.OpenFile(path, os.O_RDWR, 0)
		if err != nil {
			t.Fatal(err)
		}
		s, err := OfFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if at < 0 {
			err = file.Truncate(int64(size) / 2)
		} else {
			_, err = file.WriteAt([]byte{1}, int64(at))
		}
		if err != nil {
			t.Fatal(err)
		}
		got, err := io.ReadAll(s)
		if whole := len(got) == size && err == nil && got[max(at, 0)] == 1; whole == (at < 0) {
			t.Errorf("a change at %d: %d bytes, %v", at, len(got), err)
		}
		s.Save(folder, "value", newValue(1))
		if folder.Load("value", s.Digest, new(value), nil) ||
			!strings.Contains(log.String(), errChanged.Error()) {
			t.Errorf("a change at %d is kept: %s", at, log)
		}
		if err := file.Close(); err != nil {
			t.Error(err)
		}
	}
}

func BenchmarkOfFile(b *testing.B) {
	path := filepath.Join(b.TempDir(), "file")
	if err := os.WriteFile(path, make([]byte, 200<<20), 0o600); err != nil {
		b.Fatal(err)
	}
	b.SetBytes(200 << 20)
	to := make([]byte, 1<<20)
	for b.Loop() {
		file, err := os.Open(path)
		if err != nil {
			b.Fatal(err)
		}
		s, err := OfFile(file)
		if err == nil {
			_, err = io.CopyBuffer(struct{ io.Writer }{io.Discard}, s, to)
		}
		if err != nil {
			b.Fatal(err)
		}
		_ = file.Close()
	}
}
