package protocol

import (
	"errors"

	"github.com/gnark-accel/gnark-accel/hooks/groth16/internal/system"
	"github.com/gnark-accel/gnark-accel/hooks/internal/algebra"
	"github.com/gnark-accel/gnark-accel/internal/devices"
	device "github.com/gnark-accel/gnark-accel/internal/groth16"
	"github.com/gnark-accel/gnark-accel/internal/keycache"
	"github.com/gnark-accel/gnark-accel/internal/multiexp"
	"github.com/gnark-accel/gnark-accel/internal/parallel"
	"github.com/gnark-accel/gnark-accel/internal/session"
)

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
			return newShare[P1, P2, E, S](c, e, key, shareOf(layout, place), set)
		})
}

// near returns the replicas that proofs begin on: those of a team, or a copy of the whole key.
func (acc *Accelerator[P1, P2, E, S]) near() ([]*replica[P1, P2, E, S], error) {
	if t := acc.team.Team(); t != nil {
		return t.Members, nil
	}
	r, err := acc.Any()
	return []*replica[P1, P2, E, S]{r}, err
}

// prepareAll does ahead what the first proofs of a system do otherwise on the devices of a team.
func prepareAll[P1, P2, E comparable, S algebra.Scalar[E]](
	members []*replica[P1, P2, E, S], pk *Key[P1, P2, E], s *system.System[E],
) error {
	var tasks parallel.Tasks
	for _, r := range members {
		tasks.Go(func() error {
			err := r.prepare(pk, s)
			if errors.Is(err, session.ErrElsewhere) { // another device makes the proof
				return nil
			}
			return err
		})
	}
	return tasks.Wait()
}

// sumOfTeam returns the sum over points that the devices of a team have together. It returns false
// if there are others among the points.
func sumOfTeam[R, P, E any](
	members []R, g *algebra.Group[P, E], bases func(R) []*multiexp.Bases[P, E],
	sum func(R, []P, []E) (P, error), points []P, scalars []E,
) (total P, found bool, err error) {
	type part struct {
		r        R
		from, to int // of the points
	}
	var parts []part
	n := 0
	for _, r := range members {
		for _, b := range bases(r) {
			if from, to := keycache.Overlap(b.Points(), points); from < to {
				parts, n = append(parts, part{r, from, to}), n+to-from
			}
		}
	}
	if n != len(points) {
		return total, false, nil
	}
	sums := make([]P, len(parts))
	var tasks parallel.Tasks
	for k, p := range parts {
		tasks.Go(func() (err error) {
			sums[k], err = sum(p.r, points[p.from:p.to], scalars[p.from:p.to])
			return err
		})
	}
	err = tasks.Wait()
	return g.Sum(sums...), true, err
}

// span is a range of a vector of a key.
type span struct{ from, to int }

func (s span) empty() bool { return s.from == s.to }

// in returns the points of a vector that are in the range.
func in[P any](points []P, s span) []P { return points[s.from:s.to] }

// share is one device's share of a key: ranges of its vectors. The device of a key that is not
// spread has all of each. The quotient is the work of the share that is the first of its key.
type share struct {
	first          bool
	z, k, a, b, b2 span
	commitments    [][2]span // of each basis, and of the vector that proves its use
}

// wholeShare is all of a key.
func wholeShare[P1, P2 any](k *device.Key[P1, P2]) *share {
	s := &share{
		first: true,
		z:     span{0, k.Z.Number}, k: span{0, k.K.Number}, a: span{0, k.A.Number},
		b: span{0, k.B.Number}, b2: span{0, k.B2.Number},
	}
	for _, c := range k.Commitments {
		s.commitments = append(s.commitments, [2]span{{0, c[0].Number}, {0, c[1].Number}})
	}
	return s
}

// The pieces of a proof's work, as they are laid on several devices. Behind them there are two for
// each commitment. The quotient and Z are beside each other, so that few coefficients move.
const (
	pieceQuotient = iota
	pieceZ
	pieceK
	pieceA
	pieceB
	pieceB2
	pieceCommitments
)

// piecesOf returns the pieces of a proof's work.
func piecesOf[P1, P2, E any](k *device.Key[P1, P2]) []devices.Piece {
	cost := device.CostOf[P1, P2, E](k.Domain)
	in1 := func(name string, n int) devices.Piece {
		return devices.Piece{Name: name, Points: n, Cost: cost.G1, Bytes: cost.Bytes1}
	}
	all := []devices.Piece{
		pieceQuotient: {
			Name: "quotient", Points: k.Domain, Cost: cost.Quotient, Bytes: cost.QuotientBytes,
			Whole: true, Follows: true,
		},
		pieceZ:  in1("Z", k.Z.Number),
		pieceK:  in1("K", k.K.Number),
		pieceA:  in1("A", k.A.Number),
		pieceB:  in1("B", k.B.Number),
		pieceB2: {Name: "B in G2", Points: k.B2.Number, Cost: cost.G2, Bytes: cost.Bytes2},
	}
	all[pieceZ].Follows = true
	for i, named := range k.InG1()[len(all)-2:] {
		p := in1(named.Name, named.Points.Number)
		if i%2 == 0 {
			p.Cost = 0.01 * cost.G1 // it is committed to while the solver runs
		}
		all = append(all, p)
	}
	return all
}

// shareOf returns a device's share of a layout of a key's pieces.
func shareOf(l *devices.Layout, device int) *share {
	of := func(piece int) span {
		from, to := l.Of(piece, device)
		return span{from, to}
	}
	s := &share{
		first: device == l.Targets[0].Device,
		z:     of(pieceZ), k: of(pieceK), a: of(pieceA), b: of(pieceB), b2: of(pieceB2),
	}
	for i := pieceCommitments; i < len(l.Pieces); i += 2 {
		s.commitments = append(s.commitments, [2]span{of(i), of(i + 1)})
	}
	return s
}

// keyOf returns the share of a key as a key.
func keyOf[P1, P2 any](k *device.Key[P1, P2], s *share) *device.Key[P1, P2] {
	part := &device.Key[P1, P2]{
		A: points(k.A, s.a), B: points(k.B, s.b), K: points(k.K, s.k), Z: points(k.Z, s.z),
		B2: points(k.B2, s.b2), Made: k.Made,
	}
	if s.first {
		part.Domain = k.Domain
	}
	for i, c := range k.Commitments {
		part.Commitments = append(part.Commitments, [2]multiexp.Points[P1]{
			points(c[0], s.commitments[i][0]), points(c[1], s.commitments[i][1]),
		})
	}
	return part
}

// points returns a range of points, of which a dry run has the number only.
func points[P any](p multiexp.Points[P], s span) multiexp.Points[P] {
	part := multiexp.Points[P]{Number: s.to - s.from}
	if p.Slice != nil {
		part.Slice = p.Slice[s.from:s.to]
	}
	return part
}
