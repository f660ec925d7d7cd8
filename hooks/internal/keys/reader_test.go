package keys

import (
	"errors"
	"io"
	"strings"
	"testing"
)

var errSeek = errors.New("no seeking from here")

// unseekable is a file that fails to seek from some places.
type unseekable struct {
	file  *strings.Reader
	fails map[int]bool
}

func (u unseekable) Read(b []byte) (int, error) { return u.file.Read(b) }

func (u unseekable) Seek(by int64, whence int) (int64, error) {
	if u.fails[whence] {
		return 0, errSeek
	}
	return u.file.Seek(by, whence)
}

// TestUnseekable reads files that know neither their place nor their end. It fails where a file
// stays at its end.
func TestUnseekable(t *testing.T) {
	for fails, want := range map[int]error{
		io.SeekCurrent: nil, io.SeekEnd: nil, io.SeekStart: errSeek,
	} {
		file := unseekable{strings.NewReader("x the key"), map[int]bool{fails: true}}
		_, _ = file.file.ReadByte()
		b, err := io.ReadAll(NewReader[int, int, int](file, nil, nil, nil))
		if !errors.Is(err, want) || err == nil && string(b) != " the key" {
			t.Errorf("seeking from %d fails: read %q, %v", fails, b, err)
		}
	}
}
