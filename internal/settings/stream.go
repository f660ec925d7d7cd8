package settings

import (
	"hash"
	"sync"

	"github.com/consensys/gnark/backend"
)

// Stream returns an option for all proofs of a stream. They are [Settings.Streamed], and may share
// the hash functions of the options before: each hash is computed by one of them at a time.
func Stream() backend.ProverOption {
	var toField, challenge, folding sync.Mutex
	return Option(func(s *Settings) error {
		s.Streamed = true
		if s.HashToFieldFn != nil {
			s.HashToFieldFn = &turn{Hash: s.HashToFieldFn, mutex: &toField}
		}
		s.ChallengeHash = &turn{Hash: s.ChallengeHash, mutex: &challenge}
		s.KZGFoldingHash = &turn{Hash: s.KZGFoldingHash, mutex: &folding}
		return nil
	})
}

// turn is one proof's part in a hash function. It has the function from the first write to the
// reset, with which gnark ends each use. A reset before the first write is one, too: the caller may
// have written to the function.
type turn struct {
	hash.Hash
	mutex *sync.Mutex
	mine  bool
}

func (t *turn) Write(p []byte) (int, error) {
	t.begin()
	return t.Hash.Write(p)
}

func (t *turn) Sum(b []byte) []byte {
	t.begin()
	return t.Hash.Sum(b)
}

func (t *turn) Reset() {
	t.begin()
	t.Hash.Reset()
	t.mine = false
	t.mutex.Unlock()
}

func (t *turn) begin() {
	if !t.mine {
		t.mutex.Lock()
		t.mine = true
	}
}
