package worker

import (
	"context"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

// takes fails unless as many jobs can be taken at once, of up to eight. It returns their tokens.
func (s *slots) takes(t *testing.T, want int) (tokens []*token) {
	t.Helper()
	for len(tokens) < 8 {
		ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
		token := s.take(ctx, 1)
		cancel()
		if token == nil {
			break
		}
		tokens = append(tokens, token...)
	}
	if len(tokens) != want {
		t.Fatalf("%d jobs were taken, not %d", len(tokens), want)
	}
	return tokens
}

// leaves ends jobs, and checks that no job has a token or a slot.
func (s *slots) leaves(t *testing.T, tokens ...*token) {
	t.Helper()
	for _, token := range tokens {
		token.end()
		token.end() // again
	}
	if !s.jobs.TryAcquire(2*s.n) || !s.proving.TryAcquire(s.n) {
		t.Error("tokens are not given back, or slots")
	}
}

// TestOneSlot proves one job at once, also where it takes long.
func TestOneSlot(t *testing.T) {
	s := newSlots(1)
	s.leaves(t, s.takes(t, 1)...)
}

// TestSlotsOfLongProofs takes no job that would wait for its two slots.
func TestSlotsOfLongProofs(t *testing.T) {
	s := newSlots(2)
	first := s.takes(t, 1)[0] // before it is known how long proofs take
	first.proved(2 * shortProof)
	second := s.takes(t, 1)[0] // while the first stores its proof
	s.leaves(t, first, second)
}

// TestEarlyJob takes a job early, whose slots then go to a job that has not come. The early one has
// them before the next job.
func TestEarlyJob(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newSlots(2)
		s.short.Store(true)
		early := s.takes(t, 4)
		for _, token := range early[1:] {
			token.end()
		}
		s.short.Store(false)
		idle := s.take(t.Context(), 1)[0]
		go early[0].acquire(t.Context())
		synctest.Wait()
		idle.end()
		next := make(chan []*token)
		go func() { next <- s.take(t.Context(), 1) }()
		synctest.Wait()
		if early[0].held != 2 {
			t.Errorf("a job that waits has %d slots", early[0].held)
		}
		early[0].end()
		s.leaves(t, <-next...)
	})
}

// TestSlotsOfShortProofs takes as many jobs ahead as there are slots, which wait for one.
func TestSlotsOfShortProofs(t *testing.T) {
	s := newSlots(2)
	s.short.Store(true)
	tokens := s.takes(t, 4)
	for i, token := range tokens {
		ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
		if err := token.acquire(ctx); (err == nil) != (i < 2) {
			t.Errorf("job %d: %v", i, err)
		}
		cancel()
	}
	tokens[0].proved(shortProof / 2)
	if err := tokens[2].acquire(t.Context()); err != nil {
		t.Error(err)
	}
	s.leaves(t, tokens...)
}

// TestTokensTogether takes several jobs while proofs are short, and else one.
func TestTokensTogether(t *testing.T) {
	s := newSlots(2)
	tokens := s.take(t.Context(), 8)
	if len(tokens) != 1 {
		t.Errorf("%d jobs were taken before it is known how long proofs take", len(tokens))
	}
	tokens[0].proved(shortProof / 2)
	tokens = append(tokens, s.take(t.Context(), 2)...)
	tokens = append(tokens, s.take(t.Context(), 8)...)
	if len(tokens) != 4 {
		t.Errorf("%d jobs were taken, expected four", len(tokens))
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if more := s.take(ctx, 8); more != nil {
		t.Errorf("%d jobs were taken without a token", len(more))
	}
	s.leaves(t, tokens...)
}

// TestAlone has a job wait until the worker has no other one, and others wait for its end.
func TestAlone(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newSlots(2)
		s.short.Store(true)
		tokens := s.takes(t, 4)
		tokens[2].end()
		tokens[3].end()
		var begun atomic.Bool
		go func() {
			if err := tokens[0].alone(t.Context()); err != nil {
				t.Error(err)
			}
			begun.Store(true)
		}()
		synctest.Wait()
		if begun.Load() || s.jobs.TryAcquire(1) {
			t.Error("it does not wait, or another job is taken")
		}
		tokens[1].end()
		synctest.Wait()
		if !begun.Load() || s.jobs.TryAcquire(1) || tokens[0].acquire(t.Context()) != nil {
			t.Error("it does not run alone")
		}
		s.leaves(t, tokens[0])
	})
}
