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
	prove    proving.Prove
	inStream int // proofs of a stream; 0 for one alone
	options  []backend.ProverOption
	elapsed  time.Duration // of all proofs
	cpu      time.Duration // processor time
	made     int
	// heapBefore is the bytes of the heap that are not the prover's; 0 for all before each proof.
	heapBefore uint64
	heap       uint64        // maximum bytes of the heap, beyond the ones before
	meter      measure.Meter // of the devices; of none if nobody asks
	joules     float64       // that they used for all proofs; NaN is not known
}

func (p *proved) prover(stream int, prove proving.Prove, more ...backend.ProverOption) *prover {
	return &prover{proved: p, inStream: stream, prove: prove,
		options: slices.Concat(p.options, more)}
}

// make makes a proof or a stream.
func (p *prover) make() ([]proving.Proof, error) {
	if p.inStream > 0 {
		return p.scheme.StreamOf(p.run, p.inStream, p.System, p.keys, p.Full, p.options...)
	}
	proof, err := p.prove(p.System, p.keys, p.Full, p.options...)
	return []proving.Proof{proof}, err
}

// once makes proofs, and then has gnark verify them. It returns each one's share of the time. The
// garbage and the log of earlier ones do not count against them.
func (p *prover) once() (time.Duration, error) {
	var all []proving.Proof
	p.log.Reset()
	runtime.GC()
	before := cmp.Or(p.heapBefore, measure.Heap())
	cpu, joules, start := measure.ProcessorTime(), p.meter.Joules(), time.Now()
	peak, err := measure.PeakHeap(func() (err error) {
		all, err = p.make()
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
	return took / time.Duration(len(all)), nil
}

// enter enters the figures of the proofs with a prefix.
func (p *prover) enter(row *results.Row, prefix string) {
	if p.made == 0 {
		return
	}
	row.Figures["proofs"] += float64(p.made)
	row.Figures[prefix+"cpu-sec"] = p.cpu.Seconds() / float64(p.made)
	row.Figures[prefix+"host-bytes"] = float64(p.heap)
	if p.inStream > 0 {
		row.Figures["per-minute"] = float64(p.made) / p.elapsed.Minutes()
	}
	if clock := p.meter.Megahertz(); clock > 0 {
		row.Figures["clock-mhz"] = clock
	}
	if p.joules > 0 {
		row.Figures["joules"] = p.joules / float64(p.made)
	}
}
