// Package provestream makes proofs of a stream of witnesses in two stages, which work at the same time: while the device
// proves, the processors solve the next witnesses.
package provestream

import (
	"context"
	"fmt"
	"iter"
	"runtime/debug"
	"sync"
)

// Solved is a proof whose witness is solved. It is closed whether it was proved or not.
type Solved[P any] interface {
	Prove() (P, error)
	Close()
}

// Solve is the first stage.
type Solve[W, P any] func(context.Context, W) (Solved[P], error)

// Run returns a proof or an error for each witness that it receives, in their order, until the channel is closed or the
// context is cancelled; in the second case a last error says so. It receives a witness when it can begin with it: as many
// as there are solvers are in the first stage, which each leaves when the second stage takes it, and behind that one
// there is room for one proof. So the device goes on while the consumer is busy with a proof, as long as he does not fall
// behind. At most two witnesses more than there are solvers are on their way.
//
// Nothing happens outside a loop over the sequence, and nothing is left of one that has ended, however it did: it waits for
// the steps that cannot be interrupted.
func Run[W, P any](ctx context.Context, witnesses <-chan W, solvers int, solve Solve[W, P]) iter.Seq2[P, error] {
	return func(yield func(P, error) bool) {
		running, cancel := context.WithCancel(ctx)
		r := &run[W, P]{
			ctx:    running,
			busy:   make(chan struct{}, solvers),
			solved: make(chan (<-chan half[P]), solvers),
			proved: make(chan whole[P], 1),
			gone:   make(chan struct{}),
		}
		var stages sync.WaitGroup
		defer stages.Wait()
		defer cancel()
		defer close(r.gone)
		stages.Go(func() { r.solveAll(witnesses, solve) })
		stages.Go(r.proveAll)
		for w := range r.proved {
			if !yield(w.proof, w.err) {
				return
			}
		}
		if ctx.Err() != nil {
			var none P
			yield(none, context.Cause(ctx))
		}
	}
}

// Fail returns a sequence of nothing but an error.
func Fail[P any](err error) iter.Seq2[P, error] {
	return func(yield func(P, error) bool) {
		var none P
		yield(none, err)
	}
}

// run is one loop over a sequence.
type run[W, P any] struct {
	ctx    context.Context
	busy   chan struct{}         // has an entry for each solver that has a witness, until the second stage takes what is solved
	solved chan (<-chan half[P]) // in the order of the witnesses; each channel will have one half
	proved chan whole[P]         // a proof takes little memory, unlike what is solved
	gone   chan struct{}         // closed when the consumer takes no more
}

// half is what comes out of the first stage, whole what comes out of the second.
type (
	half[P any] struct {
		solved Solved[P] // nil if there is an error
		err    error
	}
	whole[P any] struct {
		proof P
		err   error
	}
)

// solveAll is the first stage. It receives a witness when a solver is idle.
func (r *run[W, P]) solveAll(witnesses <-chan W, solve Solve[W, P]) {
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
			result := make(chan half[P], 1)
			r.solved <- result
			go func() {
				solved, err := attempt("solving", func() (Solved[P], error) { return solve(r.ctx, w) })
				result <- half[P]{solved, err}
			}()
		}
	}
}

// proveAll is the second stage. It takes all that is solved, or will be, even when the loop has ended. What fails after the
// context was cancelled, fails for that: no error tells of it.
func (r *run[W, P]) proveAll() {
	defer close(r.proved)
	for result := range r.solved {
		h := <-result
		<-r.busy
		w := r.prove(h)
		if w.err != nil && r.ctx.Err() != nil {
			continue
		}
		select {
		case r.proved <- w:
		case <-r.gone:
		}
	}
}

func (r *run[W, P]) prove(h half[P]) (w whole[P]) {
	if h.err != nil {
		return whole[P]{err: h.err}
	}
	defer h.solved.Close()
	if err := r.ctx.Err(); err != nil {
		return whole[P]{err: err}
	}
	w.proof, w.err = attempt("proving", h.solved.Prove)
	return w
}

// attempt makes a panic an error, for nobody but this package could recover from it: a circuit's hints can be anybody's.
func attempt[T any](what string, f func() (T, error)) (value T, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic in %s: %v\n%s", what, p, debug.Stack())
		}
	}()
	return f()
}
