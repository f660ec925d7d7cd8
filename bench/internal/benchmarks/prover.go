package benchmarks

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"time"

	"github.com/consensys/gnark/backend"
	"github.com/gnark-accel/gnark-accel/bench/internal/measure"
	"github.com/gnark-accel/gnark-accel/bench/internal/results"
	"github.com/gnark-accel/gnark-accel/examples/circuits/proving"
	"golang.org/x/sync/errgroup"
)

// errNotVerified: gnark's verifier refused a proof.
var errNotVerified = errors.New("a proof did not verify")

// circuit is a compiled circuit with its keys and the options of its proofs.
type circuit struct {
	*proving.Instance
	scheme  *proving.Scheme
	keys    proving.Keys
	options []backend.ProverOption
	heap    uint64 // its bytes, before any prover's
}

// prover makes proofs of a circuit, and has the times of its proofs so far.
type prover struct {
	*circuit
	prove   proving.Prove
	more    []backend.ProverOption
	times   []time.Duration // of each proof, or of one proof in each stream
	elapsed time.Duration   // of all proofs
	cpu     time.Duration   // processor time
	made    int
	// own says that the heap's contents between proofs are the prover's, too.
	own  bool
	heap uint64 // maximum bytes of the heap, beyond the ones before
}

// once makes a proof.
func (p *prover) once() (proving.Proof, error) {
	return p.prove(p.System, p.keys, p.Full, slices.Concat(p.options, p.more)...)
}

// run makes a proof, and verifies it.
func (p *prover) run() error {
	return p.timed(1, func() ([]proving.Proof, error) {
		proof, err := p.once()
		return []proving.Proof{proof}, err
	})
}

// stream makes n proofs as one stream, or by so many callers. Each has its share of the time.
func (p *prover) stream(ctx context.Context, n, callers int) error {
	return p.timed(n, func() ([]proving.Proof, error) {
		if callers == 0 {
			return p.scheme.StreamOf(ctx, n, p.System, p.keys, p.Full,
				slices.Concat(p.options, p.more)...)
		}
		all := make([]proving.Proof, n)
		var group errgroup.Group
		group.SetLimit(callers)
		for i := range all {
			group.Go(func() (err error) {
				all[i], err = p.once()
				return err
			})
		}
		return all, group.Wait()
	})
}

// timed makes n proofs, and then has gnark verify them. The garbage of earlier ones does not count
// against them.
func (p *prover) timed(n int, prove func() ([]proving.Proof, error)) error {
	runtime.GC()
	before := measure.Heap()
	if p.own {
		before = p.circuit.heap
	}
	var all []proving.Proof
	cpu, begun := measure.ProcessorTime(), time.Now()
	peak, err := measure.PeakHeap(func() (err error) {
		all, err = prove()
		return err
	})
	if err != nil {
		return err
	}
	took := time.Since(begun)
	p.elapsed += took
	p.cpu += measure.ProcessorTime() - cpu
	p.heap = max(p.heap, peak-min(peak, before))
	p.times = append(p.times, took/time.Duration(n))
	for _, proof := range all {
		if err := p.scheme.Verify(proof, p.keys, p.Public); err != nil {
			return fmt.Errorf("%w: %w", errNotVerified, err)
		}
		p.made++
	}
	return nil
}

// enter enters the times of the proofs, and their figures with a prefix.
func (p *prover) enter(row *results.Row, name, prefix string) {
	if p.made == 0 {
		return
	}
	row.Enter(name, results.NewSample(p.times))
	row.Figures[prefix+"cpu-sec"] = p.cpu.Seconds() / float64(p.made)
	row.Figures[prefix+"host-bytes"] = float64(p.heap)
}
