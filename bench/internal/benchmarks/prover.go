package benchmarks

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/consensys/gnark/backend"
	"github.com/gnark-accel/gnark-accel/bench/internal/energy"
	"github.com/gnark-accel/gnark-accel/bench/internal/measure"
	"github.com/gnark-accel/gnark-accel/bench/internal/results"
	"github.com/gnark-accel/gnark-accel/examples/circuits/proving"
)

// errNotVerified: gnark's verifier refused a proof.
var errNotVerified = errors.New("a proof did not verify")

// prover makes proofs of a circuit, and has the figures of its proofs so far.
type prover struct {
	*proved
	prove   proving.Prove
	options []backend.ProverOption
	elapsed time.Duration // of all proofs
	cpu     time.Duration // processor time
	made    int
	// own says that the heap's contents between proofs are the prover's, too.
	own    bool
	heap   uint64       // maximum bytes of the heap, beyond the ones before
	meter  energy.Meter // of the devices; of none if nobody asks
	joules float64      // that they used for all proofs; NaN is not known
}

// alone makes a proof, verifies it, and returns its time.
func (p *prover) alone() (time.Duration, error) {
	return p.timed(1, func() ([]proving.Proof, error) {
		proof, err := p.prove(p.System, p.keys, p.Full, p.options...)
		return []proving.Proof{proof}, err
	})
}

// stream makes n proofs as one stream, and returns each one's share of the time.
func (p *prover) stream(ctx context.Context, n int) (time.Duration, error) {
	return p.timed(n, func() ([]proving.Proof, error) {
		return p.scheme.StreamOf(ctx, n, p.System, p.keys, p.Full, p.options...)
	})
}

// timed makes n proofs, and then has gnark verify them. The garbage of earlier ones does not count
// against them.
func (p *prover) timed(n int, prove func() ([]proving.Proof, error)) (time.Duration, error) {
	var all []proving.Proof
	var cpu time.Duration
	var before, peak uint64
	var joules float64
	took, err := measure.Clean(func() (err error) {
		before, cpu, joules = measure.Heap(), measure.ProcessorTime(), p.meter.Joules()
		peak, err = measure.PeakHeap(func() (err error) {
			all, err = prove()
			return err
		})
		return err
	})()
	if err != nil {
		return 0, err
	}
	if p.own {
		before = p.heapBefore
	}
	p.elapsed += took
	p.joules += p.meter.Joules() - joules
	p.cpu += measure.ProcessorTime() - cpu
	p.heap = max(p.heap, peak-min(peak, before))
	for _, proof := range all {
		if err := p.scheme.Verify(proof, p.keys, p.Public); err != nil {
			return 0, fmt.Errorf("%w: %w", errNotVerified, err)
		}
		p.made++
	}
	return took / time.Duration(n), nil
}

// enter enters the figures of the proofs with a prefix.
func (p *prover) enter(row *results.Row, prefix string) {
	if p.made == 0 {
		return
	}
	row.Figures["proofs"] += float64(p.made)
	row.Figures[prefix+"cpu-sec"] = p.cpu.Seconds() / float64(p.made)
	row.Figures[prefix+"host-bytes"] = float64(p.heap)
}
