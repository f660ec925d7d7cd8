package keys

import (
	"bytes"
	"io"
	"path/filepath"
	"slices"
	"sync"
	"testing"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/gnark-accel/gnark-accel/hooks/internal/hookstest/circuits"
	"github.com/gnark-accel/gnark-accel/hooks/solve"
)

// Replaced has a program read a key and a circuit from files that change meanwhile. They become
// others at one of its calls. Whatever it reads, later programs find none of it under the first
// files.
func (a *Attaching[PK, VK, P, O]) Replaced(t *testing.T, example, another circuits.Example) {
	p, other := a.program(t, example), a.program(t, another)
	others := 0
	for calls := range 12 {
		path := filepath.Join(t.TempDir(), "kept")
		key, sys := p.New(ecc.BN254), p.NewSystem(ecc.BN254)
		_, err := p.ReadKey(newReplaced(p.key, other.key, calls), key, p.WithFolder(path))
		if err == nil && bytes.Equal(raw(t, key), other.key) {
			others++
		}
		_, _ = solve.ReadSystem(path, newReplaced(p.system, other.system, calls), sys)
		p.run(t, path)
		if later := p.run(t, path); slices.Contains(later, "made") {
			t.Errorf("after %d calls: %v", calls, later)
		}
	}
	if others == 0 || others == 12 {
		t.Errorf("the other key was read in %d of 12 rounds", others)
	}
}

// replaced is a file whose content is another from some call on.
type replaced struct {
	mutex sync.Mutex
	files [2]*bytes.Reader
	calls int // until then
	at    int64
}

func newReplaced(now, then []byte, calls int) *replaced {
	return &replaced{
		files: [2]*bytes.Reader{bytes.NewReader(now), bytes.NewReader(then)}, calls: calls,
	}
}

func (r *replaced) file() *bytes.Reader {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	if r.calls == 0 {
		return r.files[1]
	}
	r.calls--
	return r.files[0]
}

// ReadAt implements io.ReaderAt.
func (r *replaced) ReadAt(b []byte, at int64) (int, error) { return r.file().ReadAt(b, at) }

// Read implements io.Reader.
func (r *replaced) Read(b []byte) (int, error) {
	n, err := r.file().ReadAt(b, r.at)
	r.at += int64(n)
	return n, err
}

// Seek implements io.Seeker.
func (r *replaced) Seek(by int64, from int) (int64, error) {
	switch from {
	case io.SeekStart:
		r.at = by
	case io.SeekCurrent:
		r.at += by
	default:
		r.at = r.file().Size() + by
	}
	return r.at, nil
}
