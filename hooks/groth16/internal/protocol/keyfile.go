package protocol

import (
	"errors"

	"github.com/gnark-accel/gnark-accel/internal/prepared"
	"github.com/gnark-accel/gnark-accel/internal/settings"
)

// keyFile is the file that a key was read from, by its digest. Its folder keeps the results of
// checks of the key. A later [Scheme.Attach], or a proof, asks the folder.
type keyFile[P1, P2 comparable] struct {
	key    fingerprint[P1, P2]
	folder *prepared.Folder
	digest prepared.Digest
}

var errNoFile = errors.New("a key of no file")

// readFrom remembers the file of a key, if the settings have it.
func (s *Scheme[P1, P2, E]) readFrom(pk any, with *settings.Settings) error {
	if with.Prepared == nil || with.KeyFile == nil {
		return nil
	}
	f := &keyFile[P1, P2]{fingerprintOf(s.Key(pk)), with.Prepared, *with.KeyFile}
	_, err := s.files.Get(s.Type.Key(pk),
		func(before *keyFile[P1, P2]) bool { return before == f },
		func() (*keyFile[P1, P2], error) { return f, nil })
	return err
}

// fileOf returns the file of a key, or nil.
func (s *Scheme[P1, P2, E]) fileOf(pk any) *keyFile[P1, P2] {
	f, _ := s.files.Get(s.Type.Key(pk),
		func(f *keyFile[P1, P2]) bool { return matches(&f.key, s.Key(pk)) },
		func() (*keyFile[P1, P2], error) { return nil, errNoFile })
	return f
}
