package kzg_test

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"testing"

	"github.com/consensys/gnark-crypto/ecc/bn254/fr"
	"github.com/gnark-accel/gnark-accel/internal/curve"
	"github.com/gnark-accel/gnark-accel/internal/engine/kzg"
)

// The openings are tested over all curves by the packages accel/<curve>/kzg.

func element(v uint64) (e fr.Element) {
	e.SetUint64(v)
	return e
}

// TestChallengeBindsEverything: point, digests, values and data each change the challenge.
func TestChallengeBindsEverything(t *testing.T) {
	type input struct {
		point         uint64
		digests, data []string
		values        []uint64
	}
	seen := map[fr.Element]string{}
	for _, in := range []input{
		{1, []string{"a"}, []string{"d"}, []uint64{2}},
		{3, []string{"a"}, []string{"d"}, []uint64{2}},
		{1, []string{"b"}, []string{"d"}, []uint64{2}},
		{1, []string{"a"}, []string{"e"}, []uint64{2}},
		{1, []string{"a"}, []string{"d"}, []uint64{4}},
		{1, []string{"a"}, nil, []uint64{2}},
		{1, []string{"a"}, []string{"d"}, []uint64{2, 2}},
		{1, nil, nil, nil},
	} {
		values := make([]fr.Element, len(in.values))
		for i, v := range in.values {
			values[i] = element(v)
		}
		batch := kzg.Batch[fr.Element]{
			Scalars: curve.FieldOf[fr.Element, fr.Vector](), Hash: sha256.New(),
			Digests: bytes(in.digests), Data: bytes(in.data),
		}
		gamma, err := batch.Challenge(element(in.point), values)
		if err != nil {
			t.Fatal(err)
		}
		if before, ok := seen[gamma]; ok {
			t.Errorf("%v and %s have one challenge", in, before)
		}
		seen[gamma] = fmt.Sprint(in)
	}
}

func bytes(texts []string) (all [][]byte) {
	for _, text := range texts {
		all = append(all, []byte(text))
	}
	return all
}

// TestNoHash: without a hash there is an error, and no panic.
func TestNoHash(t *testing.T) {
	_, err := new(kzg.Batch[fr.Element]).Challenge(element(1), nil)
	if !errors.Is(err, kzg.ErrInvalidInput) {
		t.Error(err)
	}
}
