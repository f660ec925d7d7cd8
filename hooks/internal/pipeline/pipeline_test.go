package pipeline

import (
	"context"
	"errors"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

// stages are two stages that take a while, and count what they do.
type stages struct {
	solving, proving      time.Duration
	solved, proved, open  atomic.Int64
	failsSolving, failing int // this witness fails, or panics if it is negative
}

var errStage = errors.New("a stage failed")

func (s *stages) solve(_ context.Context, w int) (Solved[int], error) {
	time.Sleep(s.solving)
	s.solved.Add(1)
	switch {
	case w == s.failsSolving && w != 0:
		return nil, errStage
	case w == -1:
		panic("a hint")
	}
	s.open.Add(1)
	return &fake{s, w}, nil
}

type fake struct {
	*stages
	w int
}

func (f *fake) Prove() (int, error) {
	time.Sleep(f.proving)
	f.proved.Add(1)
	switch {
	case f.w == f.failing && f.w != 0:
		return 0, errStage
	case f.w == -2:
		panic("a round")
	}
	return 10 * f.w, nil
}

func (f *fake) Close() { f.open.Add(-1) }

// closed fails the test if something is left of a stream.
func (s *stages) closed(t *testing.T) {
	t.Helper()
	if n := s.open.Load(); n != 0 {
		t.Errorf("%d proofs are not closed", n)
	}
}

func channel(witnesses ...int) <-chan int {
	c := make(chan int, len(witnesses))
	for _, w := range witnesses {
		c <- w
	}
	close(c)
	return c
}

func TestOrderAndErrors(t *testing.T) {
	s := &stages{failsSolving: 2, failing: 4}
	var proofs []int
	var errs []error
	for p, err := range Run(t.Context(), channel(1, 2, 3, 4, -1, -2, 5), s.solve) {
		proofs, errs = append(proofs, p), append(errs, err)
	}
	if !slices.Equal(proofs, []int{10, 0, 30, 0, 0, 0, 50}) {
		t.Errorf("got %v", proofs)
	}
	for i, want := range []string{"", "a stage failed", "", "a stage failed", "panic in solving: a hint", "panic in proving: a round", ""} {
		if got := errs[i]; (got == nil) != (want == "") || got != nil && !strings.HasPrefix(got.Error(), want) {
			t.Errorf("witness %d: %v, expected %q", i, got, want)
		}
	}
	s.closed(t)
}

// TestStagesOverlap expects the time of the slowest of the stages and the consumer a proof, and that none runs ahead of the next by
// more than one.
func TestStagesOverlap(t *testing.T) {
	for _, times := range [][3]time.Duration{{3, 10, 0}, {10, 3, 0}, {5, 5, 0}, {3, 10, 10}, {10, 3, 5}, {3, 5, 8}, {5, 5, 5}} {
		synctest.Test(t, func(t *testing.T) {
			const n = 8
			s := &stages{solving: times[0] * time.Second, proving: times[1] * time.Second}
			start, taken := time.Now(), int64(0)
			for range Run(t.Context(), channel(1, 2, 3, 4, 5, 6, 7, 8), s.solve) {
				taken++
				if ahead := s.solved.Load() - taken; ahead > 3 {
					t.Errorf("%d are solved beyond the %d that are taken", ahead, taken)
				}
				time.Sleep(times[2] * time.Second)
			}
			all := times[0] + times[1] + times[2] // of the first
			want := (all + (n-1)*max(times[0], times[1], times[2])) * time.Second
			if took := time.Since(start); taken != n || took != want {
				t.Errorf("%d proofs took %v, expected %v", taken, took, want)
			}
			s.closed(t)
		})
	}
}

// TestBounded lets nobody take a proof: then no more than three witnesses are received.
func TestBounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, witnesses := new(stages), make(chan int)
		var received atomic.Int64
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		go func() {
			for {
				select {
				case witnesses <- 1:
					received.Add(1)
				case <-ctx.Done():
					return
				}
			}
		}()
		for range Run(ctx, witnesses, s.solve) {
			synctest.Wait() // in the loop's body: one proof is taken, three are on their way
			if n := received.Load(); n != 4 {
				t.Errorf("%d witnesses received", n)
			}
			break
		}
		s.closed(t)
	})
}

func TestCancel(t *testing.T) {
	cause := errors.New("shutting down")
	for after, name := range map[time.Duration]string{
		0: "before", time.Second: "in the solver", 4 * time.Second: "in both stages", time.Hour: "waiting for a witness",
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := &stages{solving: 3 * time.Second, proving: 5 * time.Second}
				witnesses := make(chan int, 3)
				witnesses <- 1
				witnesses <- 2
				witnesses <- 3
				ctx, cancel := context.WithCancelCause(t.Context())
				if after == 0 {
					cancel(cause)
				}
				time.AfterFunc(after, func() { cancel(cause) })
				var errs []error
				for _, err := range Run(ctx, witnesses, s.solve) {
					errs = append(errs, err)
				}
				if last := errs[len(errs)-1]; !errors.Is(last, cause) {
					t.Errorf("the last error is %v", last)
				}
				if slices.ContainsFunc(errs[:len(errs)-1], func(err error) bool { return err != nil }) {
					t.Errorf("other errors than the last: %v", errs)
				}
				s.closed(t)
				before := [2]int64{s.solved.Load(), s.proved.Load()}
				time.Sleep(time.Hour)
				if now := [2]int64{s.solved.Load(), s.proved.Load()}; now != before {
					t.Error("something went on after the sequence had ended")
				}
			})
		})
	}
}

// TestLeftEarly leaves the loop by break and by a panic.
func TestLeftEarly(t *testing.T) {
	before := runtime.NumGoroutine()
	for _, panics := range []bool{false, true} {
		s := &stages{solving: time.Millisecond}
		witnesses := make(chan int, 100)
		for i := range cap(witnesses) {
			witnesses <- i + 1
		}
		func() {
			defer func() {
				if (recover() != nil) != panics {
					t.Error("the loop's panic did not come through, or there is another one")
				}
			}()
			for range Run(t.Context(), witnesses, s.solve) {
				if panics {
					panic("of the loop")
				}
				break
			}
		}()
		s.closed(t)
		if n := s.solved.Load(); n > 4 {
			t.Errorf("%d witnesses were solved for one proof", n)
		}
	}
	for deadline := time.Now().Add(10 * time.Second); runtime.NumGoroutine() > before; runtime.Gosched() { // they are on their last line
		if time.Now().After(deadline) {
			t.Fatalf("%d goroutines are left", runtime.NumGoroutine()-before)
		}
	}
}

func TestTwoLoops(t *testing.T) {
	s, witnesses := new(stages), make(chan int, 4)
	proofs := Run(t.Context(), witnesses, s.solve)
	for i := range 4 {
		witnesses <- i + 1
		for p, err := range proofs {
			if p != 10*(i+1) || err != nil {
				t.Errorf("loop %d: %d, %v", i, p, err)
			}
			break
		}
	}
	s.closed(t)
}

func TestFail(t *testing.T) {
	n := 0
	for p, err := range Fail[int](errStage) {
		if n++; p != 0 || !errors.Is(err, errStage) {
			t.Errorf("got %d, %v", p, err)
		}
	}
	if n != 1 {
		t.Errorf("%d pairs", n)
	}
}
