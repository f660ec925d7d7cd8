package protocol

import (
	"github.com/gnark-accel/gnark-accel/internal/devices"
	device "github.com/gnark-accel/gnark-accel/internal/groth16"
	"github.com/gnark-accel/gnark-accel/internal/multiexp"
)

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
