package protocol

import (
	"context"
	"slices"

	"github.com/gnark-accel/gnark-accel/hooks/groth16/internal/system"
	"github.com/gnark-accel/gnark-accel/hooks/internal/algebra"
	"github.com/gnark-accel/gnark-accel/internal/devices"
	"github.com/gnark-accel/gnark-accel/internal/field"
	device "github.com/gnark-accel/gnark-accel/internal/groth16"
	"github.com/gnark-accel/gnark-accel/internal/parallel"
	"github.com/gnark-accel/gnark-accel/internal/session"
)

// team is several devices that make a proof side by side. Each has a share of the key, which is a
// key of its own, and computes the sums over it; the first one has the quotient. Its errors are
// session.ErrElsewhere where one of the devices fails: a single device makes the proof then.
type team[P1, P2, E comparable, S algebra.Scalar[E]] struct {
	*devices.Team[*replica[P1, P2, E, S]]
}

// newTeam spreads a key over devices, where several do better than one. It returns nil otherwise.
func newTeam[P1, P2, E comparable, S algebra.Scalar[E]](
	c *Curve[P1, P2, E], set *devices.Set, key *device.Key[P1, P2],
) (*devices.Team[*replica[P1, P2, E, S]], error) {
	layout := set.Lay(piecesOf[P1, P2, E](key))
	if layout == nil {
		return nil, nil
	}
	return devices.NewTeam(set, layout,
		func(e *session.Engine, place int) (*replica[P1, P2, E, S], error) {
			s := shareOf(layout, place)
			return newReplica[P1, P2, E, S](c, e, keyOf(key, s), s.selections)
		})
}

func (t team[P1, P2, E, S]) shares() (all []*share) {
	for _, place := range t.Places() {
		all = append(all, shareOf(t.Layout, place))
	}
	return all
}

func (t team[P1, P2, E, S]) lead() *replica[P1, P2, E, S] { return t.Members[0] }

func (t team[P1, P2, E, S]) prepare(pk *Key[P1, P2, E], s *system.System[E]) error {
	var tasks parallel.Tasks
	tasks.Go(func() error { return t.lead().prepare(pk, s) })
	for _, r := range t.Members[1:] {
		tasks.Go(func() error { return r.prepareWires(pk, s, new(field.Domain[E])) })
	}
	return tasks.Wait()
}

func (t team[P1, P2, E, S]) follower(
	ctx context.Context, pk *Key[P1, P2, E], s *system.System[E],
) (*session.Follower[E], error) {
	var fields []*session.Field
	var windows []session.Window
	for _, r := range t.Members {
		w, err := r.wiresOf(pk, s)
		if err != nil {
			return nil, err
		}
		fields = append(fields, r.field())
		windows = append(windows, session.Window{From: w.from, To: w.to})
	}
	return session.NewFollower[E](ctx, fields, windows), nil
}

func (t team[P1, P2, E, S]) begin(in *input[P1, P2, E]) (*sums[P1, P2], error) {
	shares, parts := t.shares(), make([]*sums[P1, P2], len(t.Members))
	met := shares[0].z.to
	beyond := device.NewCoefficients[E](met, len(in.key.Z)-met)
	in.quotient.Beyond = beyond
	var tasks parallel.Tasks
	for i, r := range t.Members {
		tasks.Go(func() (err error) {
			if part := in.part(shares[i]); i == 0 {
				parts[i], err = r.begin(part)
			} else {
				parts[i], err = r.beginWith(part, func(all *device.Sums[E]) device.Sum[P1] {
					all.WithoutQuotient()
					return device.SumWith(all, &r.bases.Z, beyond, shares[i].z.from)
				})
			}
			if err != nil {
				beyond.End() // lest other devices wait for them
			}
			return err
		})
	}
	err := tasks.Wait()
	all := slices.DeleteFunc(parts, func(s *sums[P1, P2]) bool { return s == nil })
	end := func() {
		for _, s := range all {
			s.close()
		}
		beyond.Clear()
	}
	if err != nil {
		end()
		return nil, err
	}
	total := addSums(t.lead().Curve, all)
	total.close = end
	return total, nil
}

func (t team[P1, P2, E, S]) commit(commitment int, values []E) (P1, error) {
	shares, sums := t.shares(), make([]P1, len(t.Members))
	var tasks parallel.Tasks
	for i, r := range t.Members {
		tasks.Go(func() (err error) {
			of := shares[i].commitments[commitment][0]
			sums[i], err = r.overBasis(commitment, values[of.from:of.to])
			return err
		})
	}
	err := tasks.Wait()
	return t.lead().G1.Sum(sums...), err
}
