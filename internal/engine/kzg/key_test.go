package kzg_test

import (
	"crypto/sha256"
	"errors"
	"testing"

	"github.com/consensys/gnark-crypto/ecc/bn254"
	"github.com/consensys/gnark-crypto/ecc/bn254/fr"
	"github.com/gnark-accel/gnark-accel/internal/engine"
	"github.com/gnark-accel/gnark-accel/internal/engine/kzg"
)

// TestNeverMade: nil and the zero value are closed.
func TestNeverMade(t *testing.T) {
	type key = kzg.Key[bn254.G1Affine, fr.Element]
	p, batch := make([]fr.Element, 2), &kzg.Batch[fr.Element]{Hash: sha256.New()}
	for _, k := range []*key{nil, new(key)} {
		_, commit := k.Commit(p)
		_, _, open := k.Open(p, p[0])
		_, _, batch := k.BatchOpen(batch, [][]fr.Element{p}, nil, p[0])
		for _, err := range []error{commit, open, batch} {
			if !errors.Is(err, engine.ErrClosed) {
				t.Error(err)
			}
		}
		if k.OnDevice() || k.Close() != nil {
			t.Error("on a device, or not closed")
		}
	}
}
