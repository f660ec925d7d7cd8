package keys

import (
	"bytes"
	"io"
	"path/filepath"
	"strings"
	"testing"

	"github.com/consensys/gnark/logger"
	"github.com/gnark-accel/gnark-accel/internal/engine"
	"github.com/gnark-accel/gnark-accel/internal/prepared"
	"github.com/gnark-accel/gnark-accel/internal/settings"
	"github.com/rs/zerolog"
)

// full panics when a file was made.
type full struct{}

func (full) Write(line []byte) (int, error) {
	if bytes.Contains(line, []byte(`"made"`)) {
		panic("a full disk")
	}
	return len(line), nil
}

// TestPanicWhileKeeping: a panic beside the use of a key is an error, and no end of the process.
func TestPanicWhileKeeping(t *testing.T) {
	defer logger.Set(logger.Logger())
	logger.Set(zerolog.New(full{}))
	folder, err := prepared.Open(filepath.Join(t.TempDir(), "prepared"))
	if err != nil {
		t.Fatal(err)
	}
	used := false
	keys := Attached[*Key[io.Closer]]{
		Type: TypeOf[struct{ Number int64 }](),
		Check: func(any, *settings.Settings) (func(*Key[io.Closer]) error, error) {
			used = true
			return nil, nil
		},
	}
	pk := keys.Type.New()
	n, err := keys.ReadKey(pk, &settings.Settings{Prepared: folder}, &File{
		From: strings.NewReader("the key"), Kind: "test",
		Read: func(from io.Reader, _ *engine.Engine, _ *engine.Made) (any, int64, error) {
			n, err := io.Copy(io.Discard, from)
			return &struct{ Number int64 }{n}, n, err
		},
		Shorten: func(*Prepared, any) error { return nil },
	})
	if err == nil || n != 7 || !used || *pk.(*struct{ Number int64 }) != struct{ Number int64 }{7} {
		t.Errorf("%d bytes, used: %v, key: %v, error: %v", n, used, pk, err)
	}
}
