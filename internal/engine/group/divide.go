package group

// Divide lays pieces that follow each other, as the rounds of a proof do: none begins before the
// one before it has ended. So all devices share each of them, by ranges in proportion to their
// speeds. Of a piece that is for each, every device has all. Devices without room for those have no
// part in anything. The others keep their order, in which all layouts have them.
func Divide(pieces []Piece, least float64, targets []Target) *Layout {
	l := &Layout{Pieces: pieces, Parts: make([][]Part, len(pieces))}
	for _, t := range targets {
		if bytesOf(pieces) <= t.Room {
			l.Targets, l.Fits = append(l.Targets, t), true
		}
	}
	if len(l.Targets) == 0 {
		return l
	}
	speeds := make([]float64, len(l.Targets))
	for i, t := range l.Targets {
		speeds[i] = t.Speed
	}
	for i := range pieces {
		l.Parts[i] = l.divided(&pieces[i], least, speeds)
	}
	l.Gain = l.gainOfRounds()
	return l
}

// divided returns the parts of a piece.
func (l *Layout) divided(p *Piece, least float64, speeds []float64) (parts []Part) {
	if p.Each {
		for _, t := range l.Targets {
			parts = append(parts, Part{Device: t.Device, To: p.Points})
		}
		return parts
	}
	if p.Single {
		least = 0
	}
	for _, part := range Split(p.Points, int(least/p.Cost), speeds) {
		part.Device = l.Targets[part.Device].Device
		parts = append(parts, part)
	}
	return parts
}

// gainOfRounds compares the fastest device alone with all together. They wait for each other after
// each piece that they share.
func (l *Layout) gainOfRounds() float64 {
	speed, fastest, together := map[int]float64{}, 0., 0.
	for _, t := range l.Targets {
		speed[t.Device], fastest = t.Speed, max(fastest, t.Speed)
	}
	for i, parts := range l.Parts {
		longest := 0.
		for _, p := range parts {
			work := fixedWork + float64(p.To-p.From)*l.Pieces[i].Cost
			longest = max(longest, work/speed[p.Device])
		}
		if len(parts) > 1 && !l.Pieces[i].Each {
			longest += syncCost / fastest
		}
		together += longest
	}
	return l.single() / fastest / together
}
