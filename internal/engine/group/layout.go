package group

import (
	"cmp"
	"iter"
	"slices"
)

// Piece is a piece of one task's work, such as a sum of a proof.
type Piece struct {
	Name   string
	Points int     // or elements
	Cost   float64 // of a point; that of BN254's G1 is 16, the square of its limbs
	Bytes  uint64  // of a point, on a device
	// Whole pieces are not cut.
	Whole bool
	// Follows: the device of the piece before has a part of this one, however small.
	Follows bool
}

func (p *Piece) work() float64 { return float64(p.Points) * p.Cost }

// Target is a device that pieces may be laid on.
type Target struct {
	Device int     // its place in the set
	Speed  float64 // cost a second, relative to the other devices
	Room   uint64  // bytes
}

// Layout is a task's work laid on several devices: whole pieces side by side, and some that are cut
// by ranges of their points where one device's share ends and the next one's begins.
type Layout struct {
	Pieces  []Piece
	Targets []Target // of [Lay] the fastest first, which has the first piece
	Parts   [][]Part // of each piece, ascending
	// Gain is how many times faster the devices are together than the fastest alone.
	Gain float64
	// Fits says whether one of the devices has room for all pieces.
	Fits bool
}

// fixedWork is the work of a part however short it is: that of 2^15 points of BN254's G1. The sum
// takes twice as long, but two of them run at once.
const fixedWork = minWork / 2

// syncCost is the work that a device could do while results meet on the host, and the devices are
// given their work one after the other.
const syncCost = 4 * fixedWork

// Lay lays pieces on devices, in proportion to their speeds as far as they have room. No part but a
// single one costs less than the least work. All is one line of work, which is cut once between a
// device and the next: so few pieces are cut, and each device has few parts.
func Lay(pieces []Piece, least float64, targets []Target) *Layout {
	l := &Layout{Pieces: pieces, Targets: slices.Clone(targets)}
	slices.SortStableFunc(l.Targets, func(a, b Target) int { return cmp.Compare(b.Speed, a.Speed) })
	weights := make([]float64, len(l.Targets))
	for i, t := range l.Targets {
		weights[i] = t.Speed
		l.Fits = l.Fits || bytesOf(pieces) <= t.Room
	}
	const attempts = 16
	for range attempts {
		l.fill(weights, least)
		if !l.rebalance(weights) {
			break
		}
	}
	l.Gain = l.gain()
	return l
}

// fill cuts the line of work by weights. If a device took too much, all that follow take less.
func (l *Layout) fill(weights []float64, least float64) {
	rest := 0.
	for i := range l.Pieces {
		rest += l.Pieces[i].work()
	}
	portion := func(target int) float64 {
		weight := 0.
		for _, w := range weights[target:] {
			weight += w
		}
		return rest * weights[target] / weight
	}
	l.Parts = make([][]Part, len(l.Pieces))
	target, left := 0, portion(0)
	for i := range l.Pieces {
		p := &l.Pieces[i]
		for from := 0; from < p.Points; {
			n := p.Points - from
			if target < len(weights)-1 {
				n = p.share(n, left, least, from == 0 && p.Follows)
			}
			if n > 0 {
				part := Part{Device: l.Targets[target].Device, From: from, To: from + n}
				l.Parts[i] = append(l.Parts[i], part)
			}
			work := float64(n) * p.Cost
			from, left, rest = from+n, left-work, rest-work
			if from < p.Points {
				target++
				left = portion(target)
			}
		}
	}
}

// share returns how many of n points a device takes that has some work left to take.
func (p *Piece) share(n int, left, least float64, some bool) int {
	work := float64(n) * p.Cost
	rounded := max(1, int(least/p.Cost))
	switch {
	case p.Whole && (left > work/2 || some), left >= work:
		return n
	case p.Whole:
		return 0
	}
	k := max(0, int(left/p.Cost))
	switch {
	case some && k < rounded:
		k = rounded
	case k < rounded:
		return 0
	}
	if n-k < rounded {
		return n
	}
	return k
}

// rebalance lowers the weights of devices without room for their shares. It returns false if all
// shares fit, or nothing can be done.
func (l *Layout) rebalance(weights []float64) (changed bool) {
	for i, t := range l.Targets {
		if bytes := l.Bytes(t.Device); bytes > t.Room {
			weights[i] *= max(0.01, 0.98*float64(t.Room)/float64(bytes))
			changed = true
		}
	}
	return changed
}

// share returns the pieces that a device has a part of, and the parts.
func (l *Layout) share(device int) iter.Seq2[*Piece, Part] {
	return func(yield func(*Piece, Part) bool) {
		for i, parts := range l.Parts {
			for _, p := range parts {
				if p.Device == device && p.From < p.To && !yield(&l.Pieces[i], p) {
					return
				}
			}
		}
	}
}

// Bytes returns the memory of a device's share.
func (l *Layout) Bytes(device int) (bytes uint64) {
	for piece, p := range l.share(device) {
		bytes += uint64(p.To-p.From) * piece.Bytes
	}
	return bytes
}

// Points returns the number of points, or elements, of a device's share.
func (l *Layout) Points(device int) (n int) {
	for _, p := range l.share(device) {
		n += p.To - p.From
	}
	return n
}

// Of returns a device's range of a piece, which is empty if it has none.
func (l *Layout) Of(piece, device int) (from, to int) {
	for _, p := range l.Parts[piece] {
		if p.Device == device {
			return p.From, p.To
		}
	}
	return 0, 0
}

// gain compares the fastest device alone with all together.
func (l *Layout) gain() float64 {
	longest := 0.
	for _, t := range l.Targets {
		work := 0.
		for piece, p := range l.share(t.Device) {
			work += fixedWork + float64(p.To-p.From)*piece.Cost
		}
		longest = max(longest, work/t.Speed)
	}
	fastest := l.Targets[0].Speed
	return l.single() / fastest / (longest + syncCost/fastest)
}

// single is the work of all pieces on one device.
func (l *Layout) single() (work float64) {
	for i := range l.Pieces {
		if l.Pieces[i].Points > 0 {
			work += fixedWork + l.Pieces[i].work()
		}
	}
	return work
}

// pointsOf returns the number of points, or elements, of whole pieces.
func pointsOf(pieces []Piece) (n int) {
	for i := range pieces {
		n += pieces[i].Points
	}
	return n
}

// bytesOf returns the memory of whole pieces.
func bytesOf(pieces []Piece) (bytes uint64) {
	for i := range pieces {
		bytes += uint64(pieces[i].Points) * pieces[i].Bytes
	}
	return bytes
}
