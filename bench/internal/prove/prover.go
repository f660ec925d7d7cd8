package prove

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"sync"
	"time"

	"github.com/consensys/gnark/backend"
	"github.com/consensys/gnark/backend/witness"
	"github.com/consensys/gnark/constraint"
	"github.com/gnark-accel/gnark-accel/bench/internal/results"
	"github.com/gnark-accel/gnark-accel/bench/internal/usage"
)

// errNotVerified: gnark's verifier refused a proof.
var errNotVerified = errors.New("a proof did not verify")

// prover is one of the two provers, with the times of its proofs so far.
type prover struct {
	*instance
	prove func(constraint.ConstraintSystem, witness.Witness,
		...backend.ProverOption) (verifier, error)
	more    []backend.ProverOption
	times   []time.Duration // of each proof, or of one proof in each stream
	elapsed time.Duration   // of all proofs; concurrent ones count once
	cpu     time.Duration   // processor time
	made    int
	begun   time.Time // of the last turn
	// own says that what stays on the heap between proofs is the prover's, too.
	own  bool
	heap uint64 // most bytes of the heap, beyond what was there before
}

// run makes several proofs at once, each n times. It verifies all of them when the last is made.
func (p *prover) run(atOnce, each int) error {
	type made struct {
		verify verifier
		took   time.Duration
	}
	proofs := make([][]made, atOnce)
	_, err := p.timed(func() error {
		failures := make([]error, atOnce)
		var group sync.WaitGroup
		for i := range atOnce {
			group.Go(func() {
				for range each {
					start := time.Now()
					verify, err := p.prove(p.ccs, p.full, slices.Concat(p.options, p.more)...)
					if err != nil {
						failures[i] = err
						return
					}
					proofs[i] = append(proofs[i], made{verify, time.Since(start)})
				}
			})
		}
		group.Wait()
		return errors.Join(failures...)
	})
	if err != nil {
		return err
	}
	for _, of := range proofs {
		for _, proof := range of {
			if err := p.count(proof.verify); err != nil {
				return err
			}
			p.times = append(p.times, proof.took)
		}
	}
	return nil
}

// stream makes as many proofs as one stream and verifies them when the last is made. Each has its
// share of the stream's time.
func (p *prover) stream(ctx context.Context, n int) error {
	witnesses := make(chan witness.Witness, n)
	for range n {
		witnesses <- p.full
	}
	close(witnesses)
	proofs := make([]verifier, 0, n)
	took, err := p.timed(func() error {
		for verify, err := range p.keys.stream(ctx, p.ccs, witnesses,
			slices.Concat(p.options, p.more)...) {
			if err != nil {
				return err
			}
			proofs = append(proofs, verify)
		}
		return nil
	})
	if err != nil {
		return err
	}
	for _, verify := range proofs {
		if err := p.count(verify); err != nil {
			return err
		}
	}
	p.times = append(p.times, took/time.Duration(n))
	return nil
}

// timed makes proofs by f. What earlier ones left does not count against them.
func (p *prover) timed(f func() error) (took time.Duration, err error) {
	runtime.GC()
	before := usage.Heap()
	if p.own {
		before = p.instance.heap
	}
	cpu := usage.CPU()
	p.begun = time.Now()
	peak, err := usage.PeakHeap(f)
	took = time.Since(p.begun)
	p.elapsed += took
	p.cpu += usage.CPU() - cpu
	p.heap = max(p.heap, peak-min(peak, before))
	return took, err
}

// count counts a proof, if gnark's verifier accepts it.
func (p *prover) count(verify verifier) error {
	if err := verify(p.public); err != nil {
		return fmt.Errorf("%w: %w", errNotVerified, err)
	}
	p.made++
	return nil
}

// sample is the times of the proofs, or nil if there are none.
func (p *prover) sample() *results.Sample {
	if p.made == 0 {
		return nil
	}
	sample := results.NewSample(p.times)
	return &sample
}

// perMinute is how many proofs there were a minute.
func (p *prover) perMinute() float64 { return float64(p.made) / p.elapsed.Minutes() }

// cpuSeconds is the processor time of a proof.
func (p *prover) cpuSeconds() float64 { return p.cpu.Seconds() / float64(p.made) }
