package benchmarks

import (
	"cmp"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"time"

	"github.com/consensys/gnark/backend"
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
	// heapBefore is the bytes of the heap that are not the prover's; 0 for all before each proof.
	heapBefore uint64
	heap       uint64        // maximum bytes of the heap, beyond the ones before
	meter      measure.Meter // of the devices; of none if nobody asks
	joules     float64       // that they used for all proofs; NaN is not known
}

func (p *proved) prover(prove proving.Prove, more ...backend.ProverOption) *prover {
	return &prover{proved: p, prove: prove, options: slices.Concat(p.options, more)}
}

// alone makes a proof, verifies it, and returns its time.
func (p *prover) alone() (time.Duration, error) {
	return p.timed(1, func() ([]proving.Proof, error) {
		proof, err := p.prove(p.System, p.keys, p.Full, p.options...)
		return []proving.Proof{proof}, err
	})
}

// stream makes proofs as one stream, and returns each one's share of the time.
func (p *prover) stream() (time.Duration, error) {
	return p.timed(p.Stream, func() ([]proving.Proof, error) {
		return p.scheme.StreamOf(p.run, p.Stream, p.System, p.keys, p.Full, p.options...)
	})
}

// timed makes n proofs, and then has gnark verify them. The garbage of earlier ones does not count
// against them.
func (p *prover) timed(n int, prove func() ([]proving.Proof, error)) (time.Duration, error) {
	var all []proving.Proof
	runtime.GC()
	before := cmp.Or(p.heapBefore, measure.Heap())
	cpu, joules, start := measure.ProcessorTime(), p.meter.Joules(), time.Now()
	peak, err := measure.PeakHeap(func() (err error) {
		all, err = prove()
		return err
	})
	took := time.Since(start)
	if err != nil {
		return 0, err
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
