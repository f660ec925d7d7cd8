package hookstest

import (
	"crypto/sha256"
	"hash"
	"runtime"
	"sync/atomic"
	"testing"

	"github.com/consensys/gnark/backend"
	"github.com/consensys/gnark/constraint/solver"
	"github.com/consensys/gnark/frontend"
	"github.com/gnark-accel/gnark-accel/hooks/internal/hookstest/circuits"
	"github.com/gnark-accel/gnark-accel/internal/tests/devicetest"
)

// independent commits to each of its values. gnark's solver calls these hints concurrently. They
// are many, and none needs another's result.
type independent struct{ X [120]frontend.Variable }

func (c *independent) Define(api frontend.API) error {
	for _, x := range c.X {
		commitment, err := api.(frontend.Committer).Commit(x)
		if err != nil {
			return err
		}
		api.AssertIsDifferent(commitment, x)
	}
	return nil
}

// IndependentCommitments proves a circuit whose commitments are computed at the same time. It
// expects one use of the hash to the field after the other, with any version of gnark.
func (s *Scheme[PK, VK, P]) IndependentCommitments(t *testing.T) {
	circuit := new(independent)
	for i := range circuit.X {
		circuit.X[i] = i
	}
	i := s.Make(t, circuits.Example{
		Name: "independent commitments", Circuit: &independent{}, Assignment: circuit,
		Commitments: len(circuit.X),
	})
	h := &exclusive{Hash: sha256.New()}
	proof, err := s.Accelerated(i.CCS, i.PK, i.Full,
		backend.WithProverHashToFieldFunction(h), backend.WithSolverOptions(solver.WithNbTasks(4)),
		s.Unverified())
	devicetest.NoError(t, err)
	s.WantVerified(t, i, proof, backend.WithVerifierHashToFieldFunction(sha256.New()))
	if n := h.uses.Load(); n != int64(len(circuit.X)) {
		t.Errorf("%d uses of the hash for %d commitments", n, len(circuit.X))
	}
	if h.shared.Load() {
		t.Error("a hint wrote to the hash before another had reset it")
	}
}

// exclusive is a hash that notices a write before its last user has reset it.
type exclusive struct {
	hash.Hash
	busy, shared atomic.Bool
	uses         atomic.Int64
}

func (h *exclusive) Write(p []byte) (int, error) {
	if h.busy.Swap(true) {
		h.shared.Store(true)
	}
	h.uses.Add(1)
	for range 10 {
		runtime.Gosched() // time for others
	}
	return h.Hash.Write(p)
}

func (h *exclusive) Reset() {
	h.Hash.Reset()
	h.busy.Store(false)
}
