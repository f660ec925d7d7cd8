package parallel_test

import (
	"errors"
	"runtime"
	"testing"

	"github.com/gnark-accel/gnark-accel/internal/memoryscan"
	"github.com/gnark-accel/gnark-accel/internal/parallel"
)

// secretWords are words that stand nowhere in memory before they are computed.
type secretWords [8]uint64

func (s *secretWords) compute(seed uint64) {
	for i := range s {
		s[i] = (uint64(i) + seed<<32 + 0x3243f6a8885a308d) * 0x9e3779b97f4a7c15
	}
}

// leave leaves secrets in frames on the stack, and has the collector look at it meanwhile.
//
//go:noinline
func leave(depth int, seed uint64) uint64 {
	var words secretWords
	words.compute(seed)
	if depth == 0 {
		runtime.GC()
		return words[0]
	}
	return words[depth%8] ^ leave(depth-1, seed)
}

// TestSecretly looks for what was computed on stacks, of the goroutine itself and of those that it
// has begun.
func TestSecretly(t *testing.T) {
	needles := memoryscan.Elsewhere(t, func() []memoryscan.Secret {
		var ours, others secretWords
		ours.compute(1)
		others.compute(2)
		return []memoryscan.Secret{
			{Name: "ours", Words: ours[:]}, {Name: "others", Words: others[:]},
		}
	})
	const depth = 150 // some 25 KiB
	failed := errors.New("failed")
	err := parallel.Secretly(func() error {
		leave(depth, 1)
		parallel.EachChunk(4, 1, func(_, _, _ int) { leave(depth, 1) })
		var task parallel.Tasks
		task.Go(func() error { leave(depth, 1); return failed })
		return task.Wait()
	})
	if !errors.Is(err, failed) {
		t.Errorf("error: %v", err)
	}
	ours, others := needles[:1], needles[len(needles)/2:][:1]
	memoryscan.WantNone(t, ours)
	parallel.EachChunk(4, 1, func(_, _, _ int) { leave(depth, 2) })
	if found := memoryscan.Look(t, others); len(found) == 0 {
		t.Error("what others leave is not found")
	}
}
