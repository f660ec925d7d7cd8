package keys

import (
	"errors"
	"fmt"
	"io"

	"github.com/gnark-accel/gnark-accel/internal/engine"
	"github.com/gnark-accel/gnark-accel/internal/parallel"
	"github.com/gnark-accel/gnark-accel/internal/settings"
)

// File is the file of a proving key, with a scheme's way to read it.
type File struct {
	From io.Reader
	// Kind names the keys in prepared folders.
	Kind string
	// Read reads a key with all checks, by a device. Its points stay there if made keeps them.
	Read func(from io.Reader, by *engine.Engine, made *engine.Made) (pk any, n int64, err error)
	// Shorten sets a folder's key to one that was read, without the part that Complete makes.
	Shorten func(to *Prepared, pk any) error
	// Complete is called while the points of a folder's key are read.
	Complete func(*Prepared) error
}

// ReadKey reads a key. It attaches the key if the settings say so, or else checks it against them.
// Points that the engine's device has checked stay there until the key is attached. The key is
// written to the settings' folder meanwhile, unless it was there. ReadKey waits for the writing.
func (k *Attached[A]) ReadKey(pk any, s *settings.Settings, f *File) (n int64, err error) {
	if f.From == nil || k.Type.Key(pk) == nil {
		return 0, fmt.Errorf("%w: no file, or no proving key", k.ErrInvalidInput)
	}
	var keeping parallel.Tasks // whose panics are errors
	defer func() { err = errors.Join(err, keeping.Wait()) }()
	made := MadeFor(s)
	defer func() { err = errors.Join(err, made.Close()) }()
	key, n, keep, err := k.read(s, f, made)
	if err != nil {
		return n, err
	}
	k.Type.Copy(pk, key)
	keeping.Go(func() error { keep(); return nil })
	if s.Attached {
		return n, k.AttachMade(pk, s, made)
	}
	_, err = k.Check(pk, s)
	return n, err
}

// MadeFor returns a store for the points of a key that is made or read. It keeps them on the
// engine's first device if the key is to be attached, tells how far the key is, and has to be
// closed.
func MadeFor(s *settings.Settings) *engine.Made {
	if s.Attached {
		return engine.NewMade(Home(s.Engine)).Telling(s.Progress)
	}
	return engine.Telling(s.Progress)
}

// read reads a key's file, or takes the key from the settings' folder. keep writes it there.
func (k *Attached[A]) read(
	s *settings.Settings, f *File, made *engine.Made,
) (pk any, n int64, keep func(), err error) {
	if s.Prepared != nil {
		return k.Type.Prepared().read(s, f, made)
	}
	pk, n, err = f.Read(f.From, Home(s.Engine), made)
	return pk, n, func() {}, err
}
