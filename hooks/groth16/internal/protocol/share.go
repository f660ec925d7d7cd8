package protocol

import (
	"github.com/gnark-accel/gnark-accel/internal/engine"
	"github.com/gnark-accel/gnark-accel/internal/engine/group"
	device "github.com/gnark-accel/gnark-accel/internal/groth16"
)

type span struct{ from, to int }

// share is one device's share of a key: ranges of its vectors. The quotient is the work of the
// first device.
type share struct {
	first          bool
	z, k, a, b, b2 span
	commitments    [][2]span // of each basis, and of the vector of knowledge
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

func piecesOf[P1, P2, E any](k *device.Key[P1, P2]) []group.Piece {
	cost := device.CostOf[P1, P2, E](k.Domain)
	in1 := func(name string, n int) group.Piece {
		return group.Piece{Name: name, Points: n, Cost: cost.G1, Bytes: cost.Bytes1}
	}
	all := []group.Piece{
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
func shareOf(l *group.Layout, device int) *share {
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

func keyOf[P1, P2 any](k *device.Key[P1, P2], s *share) *device.Key[P1, P2] {
	part := &device.Key[P1, P2]{
		A: rangeOf(k.A, s.a), B: rangeOf(k.B, s.b), K: rangeOf(k.K, s.k), Z: rangeOf(k.Z, s.z),
		B2: rangeOf(k.B2, s.b2), Made: k.Made,
	}
	if s.first {
		part.Domain, part.Wires = k.Domain, k.Wires
	}
	for i, c := range k.Commitments {
		part.Commitments = append(part.Commitments, [2]engine.Points[P1]{
			rangeOf(c[0], s.commitments[i][0]), rangeOf(c[1], s.commitments[i][1]),
		})
	}
	return part
}

// rangeOf returns a range of points, of which a dry run has the number only.
func rangeOf[P any](p engine.Points[P], s span) engine.Points[P] {
	part := engine.Points[P]{Number: s.to - s.from}
	if p.Slice != nil {
		part.Slice = p.Slice[s.from:s.to]
	}
	return part
}

// selections returns the selections of the share. All but the first device are sent those wires
// only that they have points of.
func (s *share) selections(whole selections) (part selections, err error) {
	all, err := whole.all()
	if err != nil {
		return part, err
	}
	n := whole.to
	parts := []device.Selection{
		device.WiresOfA: all[device.WiresOfA].Part(s.a.from, s.a.to, n),
		device.WiresOfB: all[device.WiresOfB].Part(s.b.from, s.b.to, n),
		device.WiresOfK: all[device.WiresOfK].Part(s.k.from, s.k.to, n),
	}
	for i, c := range s.commitments {
		of := c[knowledge]
		parts = append(parts, all[device.WiresOfCommitments+i].Part(of.from, of.to, n))
	}
	part = selections{to: n, ofB2: device.WiresOfB}
	if s.b2 != s.b {
		part.ofB2 = len(parts)
		parts = append(parts, all[device.WiresOfB].Part(s.b2.from, s.b2.to, n))
	}
	if !s.first {
		part.from, part.to = narrow(parts, n)
	}
	part.all = func() ([]device.Selection, error) { return parts, nil }
	return part, nil
}

// narrow has selections, out of n wires, count from their first wire. It returns the range of the
// wires that they have.
func narrow(all []device.Selection, n int) (first, end int) {
	first = n
	for _, s := range all {
		if from, to := s.Window(n); from < to {
			first, end = min(first, from), max(end, to)
		}
	}
	if first > end {
		first = end
	}
	for i, s := range all {
		if s.Len(n) == 0 {
			all[i] = device.Selection{Indices: []uint32{}}
			continue
		}
		all[i] = s.Without(first, n)
	}
	return first, end
}

// The vectors of the key of a commitment.
const (
	basis = iota
	knowledge
)

// partOf returns the values that a device's share of a commitment's basis meets; all if it has no
// share, but the whole key.
func partOf[E any](s *share, commitment int, values []E) []E {
	if s == nil {
		return values
	}
	over := s.commitments[commitment][basis]
	return values[over.from:over.to]
}
