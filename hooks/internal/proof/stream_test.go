//go:build go1.25

package proof

import (
	"context"
	"errors"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

// stages are two stages that take a while, and count what they do.
type stages struct {
	solving, proving      time.Duration
	verifying, closing    time.Duration
	solved, proved, open  atomic.Int64
	secret                atomic.Int64 // proofs that are not forgotten
	failsSolving, failing int          // this witness fails, or panics if it is negative
	failsVerified         int          // the proof of this one does not verify
}

var errStage = errors.New("a stage failed")

func (s *stages) solve(_ context.Context, w int) (Begun, error) {
	time.Sleep(s.solving)
	s.solved.Add(1)
	switch {
	case w == s.failsSolving && w != 0:
		return nil, errStage
	case w == -1:
		panic("a hint")
	}
	s.open.Add(1)
	s.secret.Add(1)
	return &fake{stages: s, w: w}, nil
}

type fake struct {
	*stages
	w      int
	closed bool
}

func (f *fake) Prove() (any, error) {
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

func (f *fake) Close() {
	time.Sleep(f.closing)
	f.closed = true
	f.open.Add(-1)
}

func (f *fake) Forget() {
	if !f.closed {
		panic("forgotten before it is closed")
	}
	f.secret.Add(-1)
}

func (f *fake) Verified(proof any) (any, error) {
	time.Sleep(f.verifying)
	switch {
	case f.w == f.failsVerified && f.w != 0:
		return 0, errStage
	case f.w == -3:
		panic("a pairing")
	}
	return proof, nil
}

// closed fails the test if something is left of a stream.
func (s *stages) closed(t *testing.T) {
	t.Helper()
	if n := s.open.Load(); n != 0 {
		t.Errorf("%d proofs are not closed", n)
	}
	if n := s.secret.Load(); n != 0 {
		t.Errorf("%d proofs are not forgotten", n)
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

// TestOrderAndErrors has the later witnesses solved sooner than the earlier ones, where there are
// solvers for them.
func TestOrderAndErrors(t *testing.T) {
	for _, solvers := range []int{1, 2, 3, 16} {
		synctest.Test(t, func(t *testing.T) {
			s := &stages{failsSolving: 2, failing: 4, failsVerified: 6}
			solve := func(ctx context.Context, w int) (Begun, error) {
				time.Sleep(time.Duration(20-w) * time.Second)
				return s.solve(ctx, w)
			}
			var proofs []int
			var errs []error
			witnesses := channel(1, 2, 3, 4, -1, -2, 5, 6, -3, 7)
			for p, err := range Run(t.Context(), witnesses, solvers, one, solve) {
				proof, _ := p.(int) // nil with an error
				proofs, errs = append(proofs, proof), append(errs, err)
			}
			if !slices.Equal(proofs, []int{10, 0, 30, 0, 0, 0, 50, 0, 0, 70}) {
				t.Errorf("%d solvers: got %v", solvers, proofs)
			}
			for i, want := range []string{
				"", "a stage failed", "", "a stage failed", "panic in solving: a hint",
				"panic in proving: a round", "", "a stage failed",
				"panic in verifying: a pairing", "",
			} {
				got := errs[i]
				if (got == nil) != (want == "") ||
					got != nil && !strings.HasPrefix(got.Error(), want) {
					t.Errorf("%d solvers, witness %d: %v, expected %q", solvers, i, got, want)
				}
			}
			s.closed(t)
		})
	}
}

// TestClosingOverlaps has a proof begin while the one before is closed, and verifies it afterwards.
func TestClosingOverlaps(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &stages{
			solving: time.Second, proving: 10 * time.Second, closing: 3 * time.Second,
			verifying: time.Second,
		}
		start, taken := time.Now(), 0
		for range Run(t.Context(), channel(1, 2, 3, 4), 2, one, s.solve) {
			taken++
		}
		if took := time.Since(start); taken != 4 || took != (1+4*10+3+1)*time.Second {
			t.Errorf("%d proofs took %v", taken, took)
		}
		s.closed(t)
	})
}

// TestStagesOverlap expects the time of the slowest of the stages and the consumer a proof, where
// several solvers share that of the first stage, and that none runs ahead of the next by more than
// its part.
func TestStagesOverlap(t *testing.T) {
	for _, times := range [][4]time.Duration{ // to solve, to prove, to verify, to consume
		{3, 10, 0, 0}, {10, 3, 0, 0}, {5, 5, 0, 0}, {3, 10, 0, 10}, {10, 3, 0, 5}, {3, 5, 0, 8},
		{5, 5, 5, 5}, {3, 10, 2, 0}, {3, 5, 8, 0}, {5, 3, 8, 10},
	} {
		for _, solvers := range []int{1, 2} {
			synctest.Test(t, func(t *testing.T) {
				const n = 8
				s := &stages{
					solving: times[0] * time.Second, proving: times[1] * time.Second,
					verifying: times[2] * time.Second,
				}
				start, taken := time.Now(), int64(0)
				for range Run(t.Context(), channel(1, 2, 3, 4, 5, 6, 7, 8), solvers, one, s.solve) {
					taken++
					if ahead := s.solved.Load() - taken; ahead > int64(solvers)+3 {
						t.Errorf("%d are solved beyond the %d that are taken", ahead, taken)
					}
					time.Sleep(times[3] * time.Second)
				}
				want := expected(n, solvers, times)
				if solvers == 1 {
					all := times[0] + times[1] + times[2] + times[3] // of the first
					most := max(times[0], times[1], times[2], times[3])
					want = (all + (n-1)*most) * time.Second
				}
				if took := time.Since(start); taken != n || took != want {
					t.Errorf("%v, %d solvers: %d proofs took %v, expected %v", times, solvers,
						taken, took, want)
				}
				s.closed(t)
			})
		}
	}
}

// expected is when the last of n proofs is consumed. Witness i is begun when the proof of witness
// i-solvers begins, for then there is a solver for it, and its proof when it is solved, and the one
// before is being verified. That begins when the one before has gone to the consumer, who may have
// one waiting.
func expected(n, solvers int, times [4]time.Duration) time.Duration {
	before := func(of []time.Duration, i, by int) time.Duration {
		if i < by {
			return 0
		}
		return of[i-by]
	}
	proving, verifying := make([]time.Duration, n), make([]time.Duration, n)
	handed, taken := make([]time.Duration, n), make([]time.Duration, n)
	var last time.Duration
	for i := range n {
		solved := before(proving, i, solvers) + times[0]
		proving[i] = max(solved, before(verifying, i, 1))
		verifying[i] = max(proving[i]+times[1], before(handed, i, 1))
		handed[i] = max(verifying[i]+times[2], before(taken, i, 1))
		taken[i] = max(handed[i], last)
		last = taken[i] + times[3]
	}
	return last * time.Second
}

// TestSolversFollowTheProver has a stream take as many solvers as keep the prover busy. It takes no
// more where two do, and no more than it may.
func TestSolversFollowTheProver(t *testing.T) {
	for _, test := range []struct {
		solving, proving time.Duration
		most, want       int
	}{
		{10, 10, 16, 2}, {20, 10, 16, 3}, {50, 10, 16, 6}, {100, 10, 16, 11}, {100, 10, 4, 4},
		{100, 10, 1, 1},
	} {
		synctest.Test(t, func(t *testing.T) {
			s := &stages{solving: test.solving * time.Second, proving: test.proving * time.Second}
			solving, most := 0, 0
			var counting sync.Mutex
			count := func(change int) {
				counting.Lock()
				defer counting.Unlock()
				solving += change
				most = max(most, solving)
			}
			solve := func(ctx context.Context, w int) (Begun, error) {
				count(1)
				defer count(-1)
				return s.solve(ctx, w)
			}
			const n = 100
			witnesses := make([]int, n)
			for i := range witnesses {
				witnesses[i] = i + 1
			}
			start := time.Now()
			for range Run(t.Context(), channel(witnesses...), test.most, one, solve) {
			}
			took := time.Since(start)
			each := max(test.proving, test.solving/time.Duration(test.want))
			if most > test.want || took > 2*n*each*time.Second {
				t.Errorf("%+v: %d solvers at once, and %v", test, most, took)
			}
			s.closed(t)
		})
	}
}

// TestProversOfSeveralDevices expects two provers for each of several devices, if there are solvers
// for them.
func TestProversOfSeveralDevices(t *testing.T) {
	for _, test := range []struct {
		devices, solvers int
		want             int64
	}{{0, 16, 1}, {1, 16, 1}, {2, 16, 4}, {3, 16, 6}, {2, 3, 3}, {2, 2, 2}} {
		synctest.Test(t, func(t *testing.T) {
			s := &stages{solving: 5 * time.Second, proving: 10 * time.Second}
			var now, most atomic.Int64
			solve := func(ctx context.Context, w int) (Begun, error) {
				solved, err := s.solve(ctx, w)
				return &counted{solved, &now, &most}, err
			}
			devices := func() int { return test.devices }
			witnesses := channel(make([]int, 50)...)
			for range Run(t.Context(), witnesses, test.solvers, devices, solve) {
			}
			if most.Load() != test.want {
				t.Errorf("%+v: %d proofs at once", test, most.Load())
			}
			s.closed(t)
		})
	}
}

// counted notes the most proofs that are made at once.
type counted struct {
	Begun
	now, most *atomic.Int64
}

func (c *counted) Prove() (any, error) {
	n := c.now.Add(1)
	defer c.now.Add(-1)
	c.most.Store(max(n, c.most.Load()))
	return c.Begun.Prove()
}

// TestBounded lets nobody take a proof. Then no more than three witnesses are received beside those
// of the solvers.
func TestBounded(t *testing.T) {
	for _, solvers := range []int{1, 2, 4} {
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
			for range Run(ctx, witnesses, solvers, one, s.solve) {
				// in the loop's body: one proof is taken, the others are on their way
				synctest.Wait()
				if n := received.Load(); n != int64(min(solvers, 2))+4 {
					t.Errorf("%d solvers: %d witnesses received", solvers, n)
				}
				break
			}
			s.closed(t)
		})
	}
}

func TestCancel(t *testing.T) {
	cause := errors.New("shutting down")
	for after, name := range map[time.Duration]string{
		0: "before", time.Second: "in the solver", 4 * time.Second: "in both stages",
		time.Hour: "waiting for a witness",
	} {
		for _, solvers := range []int{1, 3} {
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
				for _, err := range Run(ctx, witnesses, solvers, one, s.solve) {
					errs = append(errs, err)
				}
				if last := errs[len(errs)-1]; !errors.Is(last, cause) {
					t.Errorf("%s, %d solvers: the last error is %v", name, solvers, last)
				}
				failed := func(err error) bool { return err != nil }
				if slices.ContainsFunc(errs[:len(errs)-1], failed) {
					t.Errorf("%s, %d solvers: other errors than the last: %v", name, solvers, errs)
				}
				s.closed(t)
				before := [2]int64{s.solved.Load(), s.proved.Load()}
				time.Sleep(time.Hour)
				if now := [2]int64{s.solved.Load(), s.proved.Load()}; now != before {
					t.Errorf("%s, %d solvers: something went on after the sequence had ended",
						name, solvers)
				}
			})
		}
	}
}

// TestLeftEarly leaves the loop by break and by a panic.
func TestLeftEarly(t *testing.T) {
	before := runtime.NumGoroutine()
	for _, solvers := range []int{1, 4} {
		for _, panics := range []bool{false, true} {
			leaveEarly(t, solvers, panics)
		}
	}
	// they are on their last line
	deadline := time.Now().Add(2 * time.Minute)
	for ; runtime.NumGoroutine() > before; runtime.Gosched() {
		if time.Now().After(deadline) {
			t.Fatalf("%d goroutines are left", runtime.NumGoroutine()-before)
		}
	}
}

func leaveEarly(t *testing.T, solvers int, panics bool) {
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
		for range Run(t.Context(), witnesses, solvers, one, s.solve) {
			if panics {
				panic("of the loop")
			}
			break
		}
	}()
	s.closed(t)
	if n := s.solved.Load(); n > int64(solvers)+3 {
		t.Errorf("%d witnesses were solved for one proof by %d solvers", n, solvers)
	}
}

func TestTwoLoops(t *testing.T) {
	s, witnesses := new(stages), make(chan int, 4)
	proofs := Run(t.Context(), witnesses, 1, one, s.solve)
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

// TestLoneProof expects nothing to be left of proofs that fail, nor of others.
func TestLoneProof(t *testing.T) {
	s := &stages{failing: 2, failsVerified: 3}
	for w, fails := range map[int]bool{1: false, 2: true, 3: true} {
		if _, err := ProveAs[int](s.solve(t.Context(), w)); (err != nil) != fails {
			t.Errorf("witness %d: %v", w, err)
		}
	}
	s.closed(t)
}

// one is the number of provers of a stream on one device.
func one() int { return 1 }
