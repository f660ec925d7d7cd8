package protocol

import (
	"context"
	"errors"

	"github.com/gnark-accel/gnark-accel/hooks/internal/algebra"
	"github.com/gnark-accel/gnark-accel/internal/devices"
	"github.com/gnark-accel/gnark-accel/internal/parallel"
	device "github.com/gnark-accel/gnark-accel/internal/plonk"
	"github.com/gnark-accel/gnark-accel/internal/session"
)

// team is several devices that make a proof side by side. Each has the key and all polynomials, and
// computes its range of every sum. The first one gives the results.
type team[P comparable, E any, S algebra.Scalar[E]] struct {
	*devices.Team[*replica[P, E, S]]
}

// newTeam returns copies of a key that make proofs together, where several devices do better than
// one. It returns nil otherwise.
func newTeam[P comparable, E any, S algebra.Scalar[E]](
	copies *devices.Copies[*replica[P, E, S]], set *devices.Set, pieces []devices.Piece,
) (*devices.Team[*replica[P, E, S]], error) {
	layout := set.Divide(pieces)
	if layout == nil {
		return nil, nil
	}
	return copies.Team(layout)
}

func (t team[P, E, S]) lead() *replica[P, E, S] { return t.Members[0] }

func (t team[P, E, S]) prepare(of *trace[P, E, S]) error {
	var tasks parallel.Tasks
	for _, r := range t.Members {
		tasks.Go(func() error { return r.prepare(of) })
	}
	return tasks.Wait()
}

func (t team[P, E, S]) follower(ctx context.Context, pk *Key[P, E]) *session.Follower[E] {
	var fields []*session.Field
	var needs []uint64
	for _, r := range t.Members {
		fields, needs = append(fields, r.field()), append(needs, r.needs(pk))
	}
	a := session.NewFollower[E](ctx, fields, nil)
	for i, bytes := range needs {
		a.Leave(i, bytes)
	}
	return a
}

func (t team[P, E, S]) begin(
	ctx context.Context, of *trace[P, E, S], ahead *session.Follower[E],
) (*onSite[P, E, S], error) {
	if err := t.prepare(of); err != nil {
		return nil, err
	}
	p := &proofOfTeam[P, E, S]{team: t, rows: len(of.Points)}
	for _, r := range t.Members {
		one, err := r.begin(ctx, of, ahead)
		if err != nil {
			return nil, errors.Join(err, p.close())
		}
		p.proofs = append(p.proofs, one.Proof)
	}
	ranges, cosets := rangesOf(t.Team)
	p.ranges = ranges
	first, err := device.Join(p.proofs, cosets)
	if err := session.Optional(err); err != nil {
		return nil, errors.Join(err, p.close())
	}
	return &onSite[P, E, S]{Proof: first, start: p.start, close: p.close}, nil
}

type proofOfTeam[P comparable, E any, S algebra.Scalar[E]] struct {
	team[P, E, S]
	rows   int
	proofs []*device.Proof[E, S]
	ranges []span
}

func (p *proofOfTeam[P, E, S]) start(over points, v device.Vectors) (wait func() ([]P, error)) {
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
				p.lead().G1.Add(&total[i], &total[i], &sums[i])
			}
		}
		return total, nil
	}
}

// startOn is start on one of the devices. Where another than the first fails, that one computes the
// sums.
func (p *proofOfTeam[P, E, S]) startOn(
	k int, over points, v device.Vectors,
) (wait func() ([]P, error)) {
	onFirst := func() (wait func() ([]P, error)) { return p.lead().start(p.proofs[0], over, v) }
	if k == 0 {
		return onFirst()
	}
	onDevice := p.Members[k].startOnDevice(p.proofs[k], over, v)
	return func() ([]P, error) {
		sums, err := onDevice()
		if errors.Is(err, session.ErrOnCPU) || errors.Is(err, session.ErrElsewhere) {
			return onFirst()()
		}
		return sums, err
	}
}

func (p *proofOfTeam[P, E, S]) close() error {
	failures := make([]error, len(p.proofs))
	var all parallel.WaitGroup
	for k, proof := range p.proofs {
		all.Go(func() { failures[k] = proof.Close() })
	}
	all.Wait()
	return errors.Join(failures...)
}
