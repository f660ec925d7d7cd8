package settings

import (
	"bytes"
	"crypto/sha256"
	"hash"
	"testing"

	"github.com/consensys/gnark/backend"
	"github.com/gnark-accel/gnark-accel/internal/parallel"
)

// TestStream hashes with one function for many proofs at once, as gnark does. The caller has used
// the function before.
func TestStream(t *testing.T) {
	shared := sha256.New()
	shared.Write([]byte("by the caller"))
	opts := []backend.ProverOption{
		backend.WithProverChallengeHashFunction(shared),
		backend.WithProverHashToFieldFunction(sha256.New()), Stream(),
	}
	var proofs parallel.WaitGroup
	for i := range 8 {
		s, err := Read(opts...)
		if err != nil {
			t.Fatal(err)
		}
		proofs.Go(func() {
			for j := range 100 {
				for _, h := range []hash.Hash{s.ChallengeHash, s.HashToFieldFn} {
					message := []byte{byte(i), byte(j)}
					want := sha256.Sum256(append(message, 1))
					h.Reset()
					h.Write(message)
					h.Write([]byte{1})
					if got := h.Sum(nil); !bytes.Equal(got, want[:]) {
						t.Error("the hash of several messages")
					}
					h.Reset()
				}
			}
		})
	}
	proofs.Wait()
	if s, err := Read(Stream()); err != nil || s.HashToFieldFn != nil {
		t.Errorf("a hash to the field that nobody gave: %v, %v", s.HashToFieldFn, err)
	}
}
