package proof

import (
	"context"
	"fmt"
	"iter"
	"math"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"time"

	"github.com/gnark-accel/gnark-accel/internal/parallel"
	"github.com/gnark-accel/gnark-accel/internal/solver"
)

// Begun is a proof whose witness is solved. It is closed whether it was proved or not.
type Begun interface {
	// Prove makes the proof, which may be wrong.
	Prove() (any, error)
	// Close frees the memory of the proof on the device.
	Close()
	// Verified returns the proof, or another one in its place, once it is found right. It comes
	// after Close.
	Verified(any) (any, error)
	// Forget zeroes the secrets of the verification. It comes last, with or without one.
	Forget()
}

// Prove is the second stage and the third.
func Prove(s Begun) (proof any, err error) {
	defer s.Forget()
	if proof, err = proveAndClose(s); err != nil {
		return proof, err
	}
	return s.Verified(proof)
}

// ProveAs is Prove after a first stage, for a proof P that comes as any.
func ProveAs[P any](s Begun, err error) (proof P, _ error) {
	if err != nil {
		return proof, err
	}
	made, err := Prove(s)
	proof, _ = made.(P) // nil with an error
	return proof, err
}

// proveAndClose is the second stage of a lone proof. Callers may make many at once, unlike streams,
// which have few proofs there: so these count.
func proveAndClose(s Begun) (any, error) {
	defer solver.Proving()()
	defer s.Close()
	return s.Prove()
}

// Solve is the first stage.
type Solve[W any] func(context.Context, W) (Begun, error)

// Run returns a proof or an error for each witness, in the channel's order. While the device makes
// a proof, the processors solve the next witnesses and verify the proof before.
//
// The sequence ends when the channel is closed, or when the context is cancelled; then a last error
// is the context's cause. At most n witnesses are being solved, for n solvers. The stream begins
// with two for each device, and one more for several. It takes as many as the times of proofs and
// solutions ask for, each time that a prover has waited for one, and after a prover's fastest proof
// so far if that was faster than a solution. A solved witness holds its solver until a prover takes
// it. One finished proof may wait for the consumer, so that the devices go on while the consumer is
// busy with a proof. At most two witnesses more than provers are under way beyond the solvers'
// witnesses: one is verified, and one waits.
//
// Run asks for the number of devices when the loop begins. Each has a prover. Several have two each
// if there are as many solvers: proofs come in order, and the next one's device may still be busy
// while another is idle.
//
// No proof is made outside a loop over the sequence. When the loop ends, Run waits for the steps
// that cannot be interrupted, and no stage of it is left.
func Run[W any](
	ctx context.Context, witnesses <-chan W, solvers int, devices func() int, solve Solve[W],
) iter.Seq2[any, error] {
	return func(yield func(any, error) bool) {
		running, cancel := context.WithCancel(ctx)
		devices := max(1, devices())
		provers, first := devices, 2*devices
		if devices > 1 {
			provers, first = max(devices, min(2*devices, solvers)), first+1
		}
		r := &run[W]{
			ctx:      running,
			busy:     make(chan struct{}, solvers),
			devices:  devices,
			provers:  provers,
			spare:    max(0, solvers-first),
			solved:   make(chan (<-chan half), solvers),
			proved:   make(chan (<-chan half), provers),
			finished: make(chan half, 1),
			gone:     make(chan struct{}),
		}
		for range r.spare {
			r.busy <- struct{}{}
		}
		var stages parallel.WaitGroup
		defer stages.Wait()
		defer cancel()
		defer close(r.gone)
		stages.Go(func() { r.solveAll(witnesses, solve) })
		stages.Go(r.proveAll)
		stages.Go(r.verifyAll)
		for w := range r.finished {
			if !yield(w.proof, w.err) {
				return
			}
		}
		if ctx.Err() != nil {
			yield(nil, context.Cause(ctx))
		}
	}
}

// run is one loop over a sequence.
type run[W any] struct {
	ctx context.Context
	// has an entry for each solver that has a witness, until the second stage takes the solution,
	// and for each spare one
	busy     chan struct{}
	devices  int
	provers  int
	solving  atomic.Int64       // nanoseconds of the last solution
	growing  sync.Mutex         // guards spare
	spare    int                // solvers that are not used yet
	turn     sync.Mutex         // of the prover that takes the next witness
	solved   chan (<-chan half) // in the order of the witnesses; each channel will have one half
	proved   chan (<-chan half) // the same, with proofs, which take little memory
	finished chan half
	gone     chan struct{} // closed when the consumer takes no more
}

// half is a result of a stage. The third one leaves a proof or an error.
type half struct {
	solved Begun // nil if there is an error
	proof  any   // of the second stage, and then of the third
	closed chan struct{}
	err    error
}

// solveAll is the first stage. It receives a witness when a solver is idle.
func (r *run[W]) solveAll(witnesses <-chan W, solve Solve[W]) {
	defer close(r.solved)
	for {
		select {
		case <-r.ctx.Done():
			return
		case r.busy <- struct{}{}:
		}
		select {
		case <-r.ctx.Done():
			return
		case w, ok := <-witnesses:
			if !ok || r.ctx.Err() != nil {
				return
			}
			result := make(chan half, 1)
			r.solved <- result
			go func() {
				start := time.Now()
				solved, err := attempt("solving",
					func() (Begun, error) { return solve(r.ctx, w) })
				r.solving.Store(int64(time.Since(start)))
				result <- half{solved: solved, err: err}
			}()
		}
	}
}

// proveAll is the second stage. It takes everything that is solved, even after the loop has ended,
// and closes it.
func (r *run[W]) proveAll() {
	defer close(r.proved)
	var provers parallel.WaitGroup
	for range r.provers {
		provers.Go(r.proveSome)
	}
	provers.Wait()
}

// proveSome is a prover.
func (r *run[W]) proveSome() {
	var last time.Duration                  // of the prover's last proof; 0 before the first
	fastest := time.Duration(math.MaxInt64) // of its proofs
	for {
		result, proved := r.next()
		if result == nil {
			return
		}
		start := time.Now()
		h := <-result
		waited := time.Since(start)
		if last > 0 && waited > last/significant {
			r.grow(last)
		}
		<-r.busy
		start = time.Now()
		h = r.prove(h)
		if h.err == nil {
			last = max(1, time.Since(start))
			faster := int64(last) < r.solving.Load()
			if last < fastest && faster { // the first proof may allocate
				r.grow(last)
			}
			fastest = min(fastest, last)
		}
		proved <- h
	}
}

// next returns the next witness, and where its proof goes. Both are nil after the last one.
func (r *run[W]) next() (result <-chan half, proved chan<- half) {
	r.turn.Lock()
	defer r.turn.Unlock()
	result = <-r.solved
	if result == nil {
		return nil, nil
	}
	p := make(chan half, 1)
	r.proved <- p
	return result, p
}

// grow takes more solvers, as far as there are any. Devices always have work if as many solutions
// as proofs end in the same time, and one more for each is held until a prover takes it. The time
// of a proof includes its wait for a device, so that all provers count.
func (r *run[W]) grow(proving time.Duration) {
	r.growing.Lock()
	defer r.growing.Unlock()
	solving := time.Duration(r.provers) * time.Duration(r.solving.Load())
	want := r.devices + int((solving+proving-1)/proving)
	taken := max(0, min(r.spare, want-(cap(r.busy)-r.spare)))
	r.spare -= taken
	for range taken {
		<-r.busy
	}
}

// significant is the part of a proof's time that is a long wait. A prover that waits longer for a
// witness takes one more solver. A pause of the garbage collector is shorter.
const significant = 8

// prove makes a proof. The next one begins while it is closed: its memory is cleared meanwhile.
func (r *run[W]) prove(h half) half {
	if h.err != nil {
		return h
	}
	if h.err = r.ctx.Err(); h.err == nil {
		h.proof, h.err = attempt("proving", h.solved.Prove)
	}
	h.closed = make(chan struct{})
	go func() {
		defer close(h.closed)
		h.solved.Close()
	}()
	return h
}

// verifyAll is the third stage, beside the device's work for the next proof. It drops errors after
// the context was cancelled, since the cancellation causes them.
func (r *run[W]) verifyAll() {
	defer close(r.finished)
	for proved := range r.proved {
		w := r.verify(<-proved)
		if w.err != nil && r.ctx.Err() != nil {
			continue
		}
		select {
		case r.finished <- w:
		case <-r.gone:
		}
	}
}

func (r *run[W]) verify(h half) half {
	if h.closed != nil {
		<-h.closed
		defer h.solved.Forget()
	}
	if h.err == nil {
		h.err = r.ctx.Err()
	}
	if h.err != nil {
		return half{err: h.err}
	}
	proof, err := attempt("verifying",
		func() (any, error) { return h.solved.Verified(h.proof) })
	return half{proof: proof, err: err}
}

// attempt turns a panic into an error. Hints run on goroutines of this package, where no caller
// could recover from their panics.
func attempt[T any](what string, f func() (T, error)) (value T, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic in %s: %v\n%s", what, p, debug.Stack())
		}
	}()
	return f()
}
