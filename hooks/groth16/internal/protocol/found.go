package protocol

import (
	"github.com/gnark-accel/gnark-accel/hooks/groth16/internal/system"
	"github.com/gnark-accel/gnark-accel/internal/prepared"
)

// loadOrFind returns a key's equation from the system's folder. Otherwise it is found, and kept
// there.
func loadOrFind[P1, P2, E comparable](
	sys *system.System[E], pk *Key[P1, P2, E], find func() (*found[P1, P2, E], error),
) (*found[P1, P2, E], error) {
	if sys.Folder == nil {
		return find()
	}
	of, err := digestOf(sys, pk)
	if err != nil {
		return find() // the program has the same digest, and says why there is none
	}
	kept := new(found[P1, P2, E])
	if sys.Folder.Load("equation", of, kept, nil) {
		return kept, nil
	}
	if kept, err = find(); err == nil {
		sys.Folder.Save("equation", of, kept)
	}
	return kept, err
}

// digestOf returns the digest of a system and a key. Of the key it covers the part that the
// equation follows from.
func digestOf[P1, P2, E any](sys *system.System[E], pk *Key[P1, P2, E]) (prepared.Digest, error) {
	both := struct {
		System prepared.Digest
		Key    Key[P1, P2, E]
	}{Key: *pk}
	both.Key.Domain, both.Key.Z = nil, nil
	var err error
	if both.System, err = sys.Digest(); err != nil {
		return prepared.Digest{}, err
	}
	return prepared.Of(&both)
}
