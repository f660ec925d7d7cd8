package keys

import (
	"errors"
	"slices"
	"sync/atomic"
	"testing"
)

type pool struct {
	Pool[string, int, *loaded]
	loads, closed atomic.Int32
}

func (p *pool) acquire(t *testing.T, place string, slice []int) *Share[*loaded] {
	t.Helper()
	s, err := p.Acquire(place, slice, func([]int) (*loaded, error) {
		return &loaded{generation: int(p.loads.Add(1)), closed: &p.closed}, nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func (p *pool) expect(t *testing.T, loads, closed int32, left int) {
	t.Helper()
	if p.loads.Load() != loads || p.closed.Load() != closed || p.Len() != left {
		t.Fatalf("%d loads, %d closed, %d left, expected %d, %d, %d",
			p.loads.Load(), p.closed.Load(), p.Len(), loads, closed, left)
	}
}

func numbers(n int) []int {
	s := make([]int, n)
	for i := range s {
		s[i] = i * i
	}
	return s
}

func TestPoolSharesEqualContent(t *testing.T) {
	var p pool
	srs := numbers(100)
	first := p.acquire(t, "a", srs)
	same := p.acquire(t, "a", srs)
	elsewhere := p.acquire(t, "a", slices.Clone(srs))
	beginning := p.acquire(t, "a", slices.Clone(srs[:40]))
	p.expect(t, 1, 0, 1)
	for _, s := range []*Share[*loaded]{same, elsewhere, beginning} {
		if s.Value != first.Value {
			t.Fatal("another value")
		}
	}
	for _, s := range []*Share[*loaded]{first, same, same, elsewhere} {
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
	}
	p.expect(t, 1, 0, 1)
	if err := beginning.Close(); err != nil {
		t.Fatal(err)
	}
	p.expect(t, 1, 1, 0)
}

func TestPoolKeepsDifferentVectorsApart(t *testing.T) {
	var p pool
	srs := numbers(100)
	p.acquire(t, "a", srs[:50])
	p.acquire(t, "b", srs[:50])  // another engine
	p.acquire(t, "a", srs)       // longer
	p.acquire(t, "a", srs[1:50]) // not the beginning
	p.acquire(t, "a", []int{})   // nothing to share
	changed := slices.Clone(srs[:50])
	changed[33]++
	p.acquire(t, "a", changed)
	p.expect(t, 6, 0, 6)
}

func TestPoolFailedLoadLeavesNothing(t *testing.T) {
	var p pool
	failure := errors.New("no memory")
	fails := func([]int) (*loaded, error) { return nil, failure }
	if _, err := p.Acquire("a", numbers(3), fails); !errors.Is(err, failure) {
		t.Fatalf("got %v", err)
	}
	p.expect(t, 0, 0, 0)
	p.acquire(t, "a", numbers(3))
	p.expect(t, 1, 0, 1)
}

// Len returns the number of vectors that are loaded.
func (p *Pool[K, T, V]) Len() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return len(p.entries)
}
