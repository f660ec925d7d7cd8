package keys

import (
	"errors"
	"io"
	"slices"
	"strings"
	"testing"
)

var errSeek = errors.New("no seeking from here")

// unseekable is a file that fails to seek from some places.
type unseekable struct {
	file  *strings.Reader
	fails []int
}

func (u unseekable) Read(b []byte) (int, error) { return u.file.Read(b) }

func (u unseekable) Seek(by int64, whence int) (int64, error) {
	if slices.Contains(u.fails, whence) {
		return 0, errSeek
	}
	return u.file.Seek(by, whence)
}

// TestUnseekable reads files that know neither their place nor their end. It fails where a file
// stays at its end.
func TestUnseekable(t *testing.T) {
	for _, test := range []struct {
		fails []int
		want  error
	}{
		{[]int{io.SeekCurrent}, nil}, {[]int{io.SeekEnd}, nil},
		{[]int{io.SeekEnd, io.SeekStart}, nil}, {[]int{io.SeekStart}, errSeek},
	} {
		file := unseekable{strings.NewReader("x the key"), test.fails}
		_, _ = file.file.ReadByte()
		b, err := io.ReadAll(NewReader[int, int, int](file, nil, nil, nil))
		if !errors.Is(err, test.want) || err == nil && string(b) != " the key" {
			t.Errorf("seeking from %v fails: read %q, %v", test.fails, b, err)
		}
	}
}
