package protocol

import (
	"context"
	"errors"

	"github.com/gnark-accel/gnark-accel/hooks/internal/algebra"
	"github.com/gnark-accel/gnark-accel/internal/engine"
	"github.com/gnark-accel/gnark-accel/internal/engine/group"
	"github.com/gnark-accel/gnark-accel/internal/parallel"
	device "github.com/gnark-accel/gnark-accel/internal/plonk"
)

// site is a place to make proofs with a key: one device, or several that make a proof side by side.
// Each has the key and all polynomials, and computes its range of every MSM.
type site[P comparable, E any, S algebra.Scalar[E]] struct {
	*group.Team[*replica[P, E, S]]
}

// onSite is a proof on the devices of a site.
type onSite[P comparable, E any, S algebra.Scalar[E]] struct {
	*device.Proof[E] // of them all
	site             site[P, E, S]
	rows             int
	proofs           []*device.Proof[E] // on each
	ranges           []span
}

// newTeam returns copies of a key that make proofs together. It returns nil unless several devices
// do better than one.
func newTeam[P comparable, E any, S algebra.Scalar[E]](
	copies *group.Copies[*replica[P, E, S]], set *group.Set, pieces []group.Piece,
) (*group.Team[*replica[P, E, S]], error) {
	layout := set.Divide(pieces)
	if layout == nil {
		return nil, nil
	}
	return copies.Team(layout)
}

// primary is the device that gives the results.
func (at site[P, E, S]) primary() *replica[P, E, S] { return at.Members[0] }

// prepare has a circuit's polynomials ready for proofs.
func (at site[P, E, S]) prepare(of *trace[P, E, S]) error {
	var tasks parallel.Tasks
	for _, r := range at.Members {
		tasks.Go(func() error {
			_, err := r.circuitOf(of)
			return err
		})
	}
	return tasks.Wait()
}

// follower returns a follower that sends the wires to the site while our solver runs.
func (at site[P, E, S]) follower(ctx context.Context, pk *Key[P, E]) *engine.Follower[E] {
	var fields []*engine.Field
	var needs []uint64
	for _, r := range at.Members {
		fields, needs = append(fields, r.field()), append(needs, r.needs(pk))
	}
	a := engine.NewFollower[E](ctx, fields, nil)
	for i, bytes := range needs {
		a.Leave(i, bytes)
	}
	return a
}

// begin begins a proof of a circuit, which has to be closed. The wires may have been sent ahead.
func (at site[P, E, S]) begin(
	ctx context.Context, of *trace[P, E, S], ahead *engine.Follower[E],
) (*onSite[P, E, S], error) {
	if err := at.prepare(of); err != nil {
		return nil, err
	}
	p := &onSite[P, E, S]{site: at, rows: len(of.Points)}
	for _, r := range at.Members {
		one, err := r.begin(ctx, of, ahead)
		if err != nil {
			return nil, errors.Join(err, p.Close())
		}
		p.proofs = append(p.proofs, one)
	}
	var cosets [][2]int
	p.ranges, cosets = rangesOf(at.Team)
	var err error
	if p.Proof = p.proofs[0]; len(p.proofs) > 1 {
		_, err = device.Join(p.proofs, cosets)
	}
	if err := engine.Optional(err); err != nil {
		return nil, errors.Join(err, p.Close())
	}
	return p, nil
}

// start begins MSMs over points of the key with vectors of the proof; wait waits for them. On
// [engine.ErrOnCPU] the site has the vectors no more.
func (p *onSite[P, E, S]) start(over points, v device.Vectors) (wait func() ([]P, error)) {
	var begun []func() ([]P, error)
	for k, s := range p.ranges {
		if from, to := s.in(v.Len(p.rows)); from < to {
			part := points{over.form, over.from + from}
			begun = append(begun, p.startOn(k, part, v.Range(from, to)))
		}
	}
	return func() (total []P, err error) {
		for _, wait := range begun {
			sums, err := wait()
			if err != nil {
				return nil, err
			}
			if total == nil {
				total = make([]P, len(sums))
			}
			for i := range total {
				p.site.primary().G1.Add(&total[i], &total[i], &sums[i])
			}
		}
		return total, nil
	}
}

// startOn is start on one of the devices. Where another than the first fails, that one computes the
// MSMs.
func (p *onSite[P, E, S]) startOn(
	k int, over points, v device.Vectors,
) (wait func() ([]P, error)) {
	onFirst := func() (wait func() ([]P, error)) {
		return p.site.primary().start(p.proofs[0], over, v)
	}
	if k == 0 {
		return onFirst()
	}
	onDevice := p.site.Members[k].startOnDevice(p.proofs[k], over, v)
	return func() ([]P, error) {
		sums, err := onDevice()
		if errors.Is(err, engine.ErrOnCPU) || errors.Is(err, engine.ErrElsewhere) {
			return onFirst()()
		}
		return sums, err
	}
}

// Close closes the proofs on all devices.
func (p *onSite[P, E, S]) Close() error {
	failures := make([]error, len(p.proofs))
	var all parallel.WaitGroup
	for k, proof := range p.proofs {
		all.Go(func() { failures[k] = proof.Close() })
	}
	all.Wait()
	return errors.Join(failures...)
}
