package algebra_test

import (
	"crypto/md5"
	"crypto/sha512"
	"hash"
	"testing"

	"github.com/gnark-accel/gnark-accel/hooks/internal/algebra"
	bls12377 "github.com/gnark-accel/gnark-accel/hooks/internal/algebra/bls12-377"
	bls12381 "github.com/gnark-accel/gnark-accel/hooks/internal/algebra/bls12-381"
	"github.com/gnark-accel/gnark-accel/hooks/internal/algebra/bn254"
	bw6761 "github.com/gnark-accel/gnark-accel/hooks/internal/algebra/bw6-761"
	"github.com/gnark-accel/gnark-accel/internal/parallel"
)

func TestHash(t *testing.T) {
	t.Run("bn254", func(t *testing.T) { testHash(t, bn254.Field) })
	t.Run("bls12-377", func(t *testing.T) { testHash(t, bls12377.Field) })
	t.Run("bls12-381", func(t *testing.T) { testHash(t, bls12381.Field) })
	t.Run("bw6-761", func(t *testing.T) { testHash(t, bw6761.Field) })
}

func testHash[E comparable, S algebra.Scalar[E]](t *testing.T, f *algebra.Field[E]) {
	t.Run("to the field", func(t *testing.T) { hashToField[E, S](t, f) })
	t.Run("lengths", func(t *testing.T) { lengths[E, S](t, f) })
	t.Run("concurrent use", func(t *testing.T) { concurrentUse[E, S](t, f) })
}

// hashToField: without a hash of the caller's, it is gnark-crypto's hash to field.
func hashToField[E comparable, S algebra.Scalar[E]](t *testing.T, f *algebra.Field[E]) {
	h := algebra.NewHash[E, S](f, nil, "a tag")
	// the second time after a reset
	for _, message := range []string{"", "a message", "a message"} {
		want, err := f.Hash([]byte(message), []byte("a tag"), 1)
		if err != nil {
			t.Fatal(err)
		}
		if got := h.Sum([]byte(message)); got != want[0] {
			t.Errorf("%q: %v, not %v", message, got, want[0])
		}
	}
}

// lengths: a hash shorter than an element is taken whole, of a longer one the beginning.
func lengths[E comparable, S algebra.Scalar[E]](t *testing.T, f *algebra.Field[E]) {
	for name, newHash := range map[string]func() hash.Hash{
		"16 bytes": md5.New, "64 bytes": sha512.New,
	} {
		reference := newHash()
		reference.Write([]byte("a message"))
		var want E
		S(&want).SetBytes(reference.Sum(nil)[:min(f.Bytes, reference.Size())])
		h := algebra.NewHash[E, S](f, newHash(), "")
		if got := h.Sum([]byte("a message")); got != want {
			t.Errorf("%s: %v, not %v", name, got, want)
		}
	}
}

func concurrentUse[E comparable, S algebra.Scalar[E]](t *testing.T, f *algebra.Field[E]) {
	h := algebra.NewHash[E, S](f, sha512.New(), "")
	var users parallel.WaitGroup
	for i := range 8 {
		message := []byte{byte(i)}
		want := h.Sum(message)
		users.Go(func() {
			for range 100 {
				if got := h.Sum(message); got != want {
					t.Errorf("message %d: another hash than alone", i)
				}
			}
		})
	}
	users.Wait()
}
