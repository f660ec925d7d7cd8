package protocol

import (
	"errors"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/gnark-accel/gnark-accel/hooks/internal/algebra"
	"github.com/gnark-accel/gnark-accel/internal/devices"
	"github.com/gnark-accel/gnark-accel/internal/parallel"
	device "github.com/gnark-accel/gnark-accel/internal/plonk"
	"github.com/gnark-accel/gnark-accel/internal/session"
)

// The pieces of a proof's work, in the order of the rounds. All devices have the polynomials; each
// computes its range of every sum.
const (
	piecePolynomials = iota
	pieceWires
	pieceZ
	pieceShards
	pieceOpeningOfZ
	pieceOpening
	pieceCosets // only where devices are linked
)

// piecesOf returns the pieces of a proof's work, unless the shape is nil or no device's. Devices
// that are linked reach each other's memory, and share the quotient's cosets.
func piecesOf[P, E any](c *Curve[P, E], s *device.Shape, linked bool) []devices.Piece {
	if s == nil || !s.OnDevice() {
		return nil
	}
	cost := device.CostOf[P, E](c.Field.OnEngine(nil), *s)
	sums := func(name string, n int) devices.Piece {
		return devices.Piece{Name: name, Points: s.Rows, Cost: float64(n) * cost.Sum}
	}
	pieces := []devices.Piece{
		piecePolynomials: {
			Name: "polynomials", Points: s.Rows, Cost: cost.Polynomials, Bytes: cost.Bytes,
			Each: true,
		},
		pieceWires:      sums("L, R, O", 3),
		pieceZ:          sums("Z", 1),
		pieceShards:     sums("quotient", 3),
		pieceOpeningOfZ: sums("opening of Z", 1),
		pieceOpening:    sums("opening", 1),
	}
	coset := cost.Coset * float64(s.Rows)
	if linked {
		return append(pieces, devices.Piece{
			Name: "cosets", Points: device.Cosets, Cost: coset, Single: true,
		})
	}
	pieces[piecePolynomials].Cost += device.Cosets * cost.Coset
	return pieces
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

// near returns the replicas that proofs begin on: those of a team, or one copy.
func (acc *Accelerator[P, E, S]) near() ([]*replica[P, E, S], error) {
	if t := acc.team.Team(); t != nil {
		return t.Members, nil
	}
	r, err := acc.Any()
	return []*replica[P, E, S]{r}, err
}

// circuitsOf returns a circuit's polynomials on each device, ready for proofs.
func circuitsOf[P comparable, E any, S algebra.Scalar[E]](
	members []*replica[P, E, S], t *trace[P, E, S],
) ([]*device.Circuit[E, S], error) {
	circuits := make([]*device.Circuit[E, S], len(members))
	var tasks parallel.Tasks
	for k, r := range members {
		tasks.Go(func() (err error) {
			circuits[k], err = r.circuitOf(t)
			return err
		})
	}
	return circuits, tasks.Wait()
}

// span is a member's part of the rows, out of all of them. It stands for the same part of any
// vector.
type span struct{ from, to, of int }

// in returns the member's range of n elements.
func (s span) in(n int) (from, to int) { return s.from * n / s.of, s.to * n / s.of }

// parts are what each member of a team does alone.
type parts struct {
	sums   []span
	cosets [][2]int // from one up to another; nil where each member has all
}

// partsOf returns the parts of a team's members, in their order.
func partsOf[P comparable, E any, S algebra.Scalar[E]](
	t *devices.Team[*replica[P, E, S]],
) *parts {
	p, rows := new(parts), t.Layout.Pieces[pieceZ].Points
	for _, place := range t.Places() {
		from, to := t.Layout.Of(pieceZ, place)
		p.sums = append(p.sums, span{from, to, rows})
		if len(t.Layout.Pieces) > pieceCosets {
			from, to := t.Layout.Of(pieceCosets, place)
			p.cosets = append(p.cosets, [2]int{from, to})
		}
	}
	return p
}

// start begins the sums over the first of the points with vectors of the proof, each member's range
// on its device; wait waits for them. On [session.ErrOnCPU] the first device has the vectors no
// more.
func (p *prover[P, E, S]) start(
	points []P, v device.Vectors,
) (wait func() ([]P, error)) {
	if len(p.members) == 1 {
		return p.replica.start(p.device.On(0), points, v)
	}
	var begun []func() ([]P, error)
	for k, s := range p.parts.sums {
		if from, to := s.in(v.Len(len(p.trace.Points))); from < to {
			begun = append(begun, p.startOn(k, points[from:to], v.Range(from, to)))
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
				p.accelerator.G1.Add(&total[i], &total[i], &sums[i])
			}
		}
		return total, nil
	}
}

// startOn is start for a member's range. Where another device than the first fails, a third one
// computes the sums, with the scalars of the first.
func (p *prover[P, E, S]) startOn(
	member int, points []P, v device.Vectors,
) (wait func() ([]P, error)) {
	r, proof := p.members[member], p.device.On(member)
	if member == 0 {
		return r.start(proof, points, v)
	}
	onDevice := r.startOnDevice(proof, points, v)
	return func() ([]P, error) {
		sums, err := onDevice()
		if !errors.Is(err, session.ErrOnCPU) && !errors.Is(err, session.ErrElsewhere) {
			return sums, err
		}
		if err := p.ctx.Err(); err != nil {
			return nil, err
		}
		scalars, err := p.device.On(0).Fetch(v)
		if err != nil {
			return nil, err
		}
		return p.elsewhere(points, scalars)
	}
}

// elsewhere computes sums on any device, or on the CPU, and clears the scalars.
func (p *prover[P, E, S]) elsewhere(points []P, vectors [][]E) ([]P, error) {
	set, g := (*devices.Set)(p.accelerator.engine), p.accelerator.G1
	sums := make([]P, len(vectors))
	for i, scalars := range vectors {
		defer clear(scalars)
		err := set.Try(len(points), func(e *session.Engine) error {
			sum, err := g.OnEngine(e).MultiExp(points, scalars, ecc.MultiExpConfig{})
			if err == nil {
				sums[i] = *sum
			}
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	return sums, nil
}
