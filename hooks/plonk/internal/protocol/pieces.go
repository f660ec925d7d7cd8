package protocol

import (
	"io"

	"github.com/gnark-accel/gnark-accel/internal/engine/group"
	device "github.com/gnark-accel/gnark-accel/internal/plonk"
)

// The pieces of a proof's work, in the order of the rounds. All devices have the polynomials; each
// computes its range of every MSM.
const (
	piecePolynomials = iota
	pieceWires
	pieceZ
	pieceShards
	pieceOpeningOfZ
	pieceOpening
	pieceCosets // only where devices are linked
)

// piecesOf returns the pieces of a proof's work. It returns nil if the shape is nil or no device's.
// Devices that are linked reach each other's memory, and share the quotient's cosets.
func piecesOf[P, E any](c *Curve[P, E], s *device.Shape, linked bool) []group.Piece {
	if s == nil || !s.OnDevice() {
		return nil
	}
	cost := device.CostOf[P, E](c.Field.OnEngine(nil), *s)
	sums := func(name string, n int) group.Piece {
		return group.Piece{Name: name, Points: s.Rows, Cost: float64(n) * cost.Sum}
	}
	pieces := []group.Piece{
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
		return append(pieces, group.Piece{
			Name: "cosets", Points: device.Cosets, Cost: coset, Single: true,
		})
	}
	pieces[piecePolynomials].Cost += device.Cosets * cost.Coset
	return pieces
}

// span is a device's part of the rows, out of all of them. It stands for the same part of any
// vector.
type span struct{ from, to, of int }

// in returns the device's range of n elements.
func (s span) in(n int) (from, to int) { return s.from * n / s.of, s.to * n / s.of }

// rangesOf returns the ranges of the rows of a team's devices, in their order. It also returns the
// ranges of the quotient's cosets, from one up to another; nil where each device has all.
func rangesOf[C io.Closer](t *group.Team[C]) (rows []span, cosets [][2]int) {
	if t.Layout == nil {
		return []span{{0, 1, 1}}, nil
	}
	for _, place := range t.Places() {
		from, to := t.Layout.Of(pieceZ, place)
		rows = append(rows, span{from, to, t.Layout.Pieces[pieceZ].Points})
		if len(t.Layout.Pieces) > pieceCosets {
			from, to := t.Layout.Of(pieceCosets, place)
			cosets = append(cosets, [2]int{from, to})
		}
	}
	return rows, cosets
}
