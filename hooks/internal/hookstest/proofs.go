package hookstest

import (
	"bytes"
	"crypto/md5"
	"crypto/rand"
	"crypto/sha256"
	"crypto/sha512"
	"errors"
	"hash"
	"io"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/consensys/gnark/backend"
	"github.com/consensys/gnark/backend/witness"
	"github.com/gnark-accel/gnark-accel/hooks/internal/hookstest/randomness"
	"github.com/gnark-accel/gnark-accel/internal/curve"
	"github.com/gnark-accel/gnark-accel/internal/parallel"
	"github.com/gnark-accel/gnark-accel/internal/tests/devicetest"
)

// slow are examples whose proofs take an emulated device longest.
var slow = []string{"mimc chain", "range checks", "many public inputs"}

// SameProofAsGnark makes proofs of every example.
func (s *Scheme[PK, VK, P]) SameProofAsGnark(t *testing.T) {
	e := Engine(t)
	for _, example := range s.Examples {
		t.Run(example.Name, func(t *testing.T) {
			if testing.Short() && devicetest.Emulated() && slices.Contains(slow, example.Name) {
				t.Skip("-short leaves it to the tests without the tag")
			}
			i := s.Shared(t, example.Name)
			s.AttachFor(t, i.PK, e)
			s.WantGnarksProof(t, i)
		})
	}
}

// EveryCurve makes proofs over the curves that other tests do not use. Keys and witnesses of other
// curves are refused.
func (s *Scheme[PK, VK, P]) EveryCurve(t *testing.T) {
	e := Engine(t)
	for _, curve := range curve.IDs()[1:] {
		for _, name := range []string{"cubic", "commitment to both"} {
			t.Run(curve.String()+" "+name, func(t *testing.T) {
				i := s.MakeOn(t, curve, s.Named(t, name))
				s.AttachFor(t, i.PK, e)
				s.WantGnarksProof(t, i)
				foreign := s.Shared(t, name)
				_, err := s.Accelerated(i.CCS, foreign.PK, i.Full)
				if !errors.Is(err, s.ErrKeyMismatch) || !strings.Contains(err.Error(), "bn254") {
					t.Errorf("a key over BN254: got %v", err)
				}
				_, err = s.Accelerated(i.CCS, i.PK, foreign.Full)
				if !errors.Is(err, witness.ErrInvalidWitness) {
					t.Errorf("a witness over BN254: got %v", err)
				}
			})
		}
	}
}

// NoOtherRandomness makes sure that a proof draws the same randomness as gnark, and no more.
func (s *Scheme[PK, VK, P]) NoOtherRandomness(t *testing.T) {
	i := s.Shared(t, "several commitments")
	next := func(prover Prover[PK, P], opts ...backend.ProverOption) []byte {
		defer randomness.Stream("a stream")()
		if _, err := prover(i.CCS, i.PK, i.Full, opts...); err != nil {
			t.Fatal(err)
		}
		var after [16]byte
		if _, err := io.ReadFull(rand.Reader, after[:]); err != nil {
			t.Fatal(err)
		}
		return after[:]
	}
	if !bytes.Equal(next(s.Accelerated, s.Unverified()), next(s.Gnark)) {
		t.Error("the stream of randomness is at another place than after gnark's proof")
	}
}

// FailingRandomness expects the error of the source of randomness.
func (s *Scheme[PK, VK, P]) FailingRandomness(t *testing.T) {
	i := s.Shared(t, "cubic")
	s.AttachFor(t, i.PK, Engine(t)) // gnark's own PLONK overlooks the failure
	system := rand.Reader
	defer func() { rand.Reader = system }()
	failure := errors.New("no entropy")
	rand.Reader = randomness.Failing{Err: failure}
	s.WantError(t, i, failure)
}

// HashToField uses hashes that are shorter than a field element, as long, and longer.
func (s *Scheme[PK, VK, P]) HashToField(t *testing.T) {
	i := s.Shared(t, "several commitments")
	s.AttachFor(t, i.PK, Engine(t))
	for name, hash := range map[string]func() hash.Hash{
		"16 bytes": md5.New, "32 bytes": sha256.New, "64 bytes": sha512.New,
	} {
		t.Run(name, func(t *testing.T) {
			ours, err := s.Accelerated(i.CCS, i.PK, i.Full,
				backend.WithProverHashToFieldFunction(hash()))
			devicetest.NoError(t, err)
			s.WantVerified(t, i, ours, backend.WithVerifierHashToFieldFunction(hash()))
			if err := s.Verify(ours, i.VK, i.Public); err == nil {
				t.Error("verified with another hash than it was made with")
			}
		})
	}
}

// ConcurrentProofs proves with one key and one system from many goroutines; the solver's hints then
// run concurrently too.
func (s *Scheme[PK, VK, P]) ConcurrentProofs(t *testing.T) {
	e, callers := Engine(t), 6
	if testing.Short() {
		callers = 3 // one more than there are slots
	}
	for _, name := range []string{"zeros and ones", "several commitments"} {
		i := s.Shared(t, name)
		s.AttachFor(t, i.PK, e)
		s.ProveAtOnce(t, i, callers)
	}
}

// ProveAtOnce makes and verifies n proofs at once.
func (s *Scheme[PK, VK, P]) ProveAtOnce(t *testing.T, i *Instance[PK, VK], n int) {
	t.Helper()
	var provers parallel.WaitGroup
	for range n {
		provers.Go(func() {
			proof, err := s.Accelerated(i.CCS, i.PK, i.Full)
			if err != nil {
				t.Error(err)
				return
			}
			s.WantVerified(t, i, proof)
		})
	}
	provers.Wait()
}

// InOrder begins many small proofs at once. The first of them ends long before the last. On a
// device they end in about the order in which they began; without one none waits for another.
func (s *Scheme[PK, VK, P]) InOrder(t *testing.T) {
	i, e := s.Make(t, s.Named(t, "cubic")), Engine(t)
	s.prepare(t, i, e)
	n, soon := 1000, 1./3
	switch {
	case e.Unavailable() != nil:
		soon = 2. / 3 // all take a tenth of a second, and one on a busy machine may well take half
	case devicetest.Emulated() && testing.Short():
		n = 100
	case devicetest.Emulated() && !devicetest.Thorough(false):
		n = 300
	}
	var (
		provers     parallel.WaitGroup
		mutex       sync.Mutex // guards the fields below
		begun, over int
		late        []int // places between the beginning and the end of a proof, by the beginning
		first       time.Duration
	)
	late = make([]int, n)
	start := time.Now()
	for range n {
		provers.Go(func() {
			mutex.Lock()
			place := begun
			begun++
			mutex.Unlock()
			_, err := s.Accelerated(i.CCS, i.PK, i.Full, s.Unverified(), ourSolver())
			mutex.Lock()
			defer mutex.Unlock()
			if err != nil {
				t.Error(err)
			}
			if over == 0 {
				first = time.Since(start)
			}
			late[place] = max(over-place, place-over)
			over++
		})
	}
	provers.Wait()
	sum := 0
	for _, places := range late {
		sum += places
	}
	ordered := sum/n <= n/5+32 || e.Unavailable() != nil
	if all := time.Since(start); first.Seconds() > soon*all.Seconds() || !ordered {
		t.Errorf("the first of %d proofs took %s of %s; they ended %d places from their own", n,
			first, all, sum/n)
	}
}
