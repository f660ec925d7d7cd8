package kinds

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"time"

	"github.com/consensys/gnark/backend"
	"github.com/gnark-accel/gnark-accel/bench/internal/results"
	"github.com/gnark-accel/gnark-accel/bench/internal/usage"
	"github.com/gnark-accel/gnark-accel/examples/circuits/proving"
	"golang.org/x/sync/errgroup"
)

// errNotVerified: gnark's verifier refused a proof.
var errNotVerified = errors.New("a proof did not verify")

// circuit is a compiled circuit with its keys, and what proofs of it have in common.
type circuit struct {
	*proving.Instance
	scheme  *proving.Scheme
	keys    proving.Keys
	options []backend.ProverOption
	heap    uint64 // its bytes, before any prover's
}

// prover is a way to make proofs of a circuit, with the times of its proofs so far.
type prover struct {
	*circuit
	prove   proving.Prove
	more    []backend.ProverOption
	times   []time.Duration // of each proof, or of one proof in each stream
	elapsed time.Duration   // of all proofs
	cpu     time.Duration   // processor time
	made    int
	// own says that what stays on the heap between proofs is the prover's, too.
	own  bool
	heap uint64 // most bytes of the heap, beyond what was there before
}

// run makes a proof, and verifies it.
func (p *prover) run() error {
	var proof proving.Proof
	took, err := p.timed(func() (err error) {
		proof, err = p.prove(p.System, p.keys, p.Full, slices.Concat(p.options, p.more)...)
		return err
	})
	if err != nil {
		return err
	}
	p.times = append(p.times, took)
	return p.count(proof)
}

// stream makes as many proofs as one stream, or by so many callers, and verifies them when the last
// is made. Each has its share of the time.
func (p *prover) stream(ctx context.Context, n, callers int) error {
	var all []proving.Proof
	took, err := p.timed(func() (err error) {
		if callers > 0 {
			all, err = p.atOnce(n, callers)
			return err
		}
		all, err = p.scheme.StreamOf(ctx, n, p.System, p.keys, p.Full,
			slices.Concat(p.options, p.more)...)
		return err
	})
	if err != nil {
		return err
	}
	for _, proof := range all {
		if err := p.count(proof); err != nil {
			return err
		}
	}
	p.times = append(p.times, took/time.Duration(n))
	return nil
}

// atOnce has callers make so many proofs, each one after the other.
func (p *prover) atOnce(n, callers int) ([]proving.Proof, error) {
	all := make([]proving.Proof, n)
	var group errgroup.Group
	group.SetLimit(callers)
	for i := range all {
		group.Go(func() (err error) {
			all[i], err = p.prove(p.System, p.keys, p.Full, slices.Concat(p.options, p.more)...)
			return err
		})
	}
	return all, group.Wait()
}

// timed makes proofs by f. What earlier ones left does not count against them.
func (p *prover) timed(f func() error) (took time.Duration, err error) {
	runtime.GC()
	before := usage.Heap()
	if p.own {
		before = p.circuit.heap
	}
	cpu := usage.CPU()
	begun := time.Now()
	peak, err := usage.PeakHeap(f)
	took = time.Since(begun)
	p.elapsed += took
	p.cpu += usage.CPU() - cpu
	p.heap = max(p.heap, peak-min(peak, before))
	return took, err
}

// count counts a proof, if gnark's verifier accepts it.
func (p *prover) count(proof proving.Proof) error {
	if err := p.scheme.Verify(proof, p.keys, p.Public); err != nil {
		return fmt.Errorf("%w: %w", errNotVerified, err)
	}
	p.made++
	return nil
}

// enter enters the times of the proofs by a name, and what they took besides with a prefix.
func (p *prover) enter(row *results.Row, name, prefix string) {
	if p.made == 0 {
		return
	}
	row.Enter(name, results.NewSample(p.times))
	row.Figures[prefix+"cpu s"] = p.cpu.Seconds() / float64(p.made)
	row.Figures[prefix+"host bytes"] = float64(p.heap)
}
