package chart

import "math"

// shape of a mark.
type shape int

const (
	circle shape = iota
	square
	triangle
	diamond
	cross
	plus
	inverted // triangle
	pentagon
	shapes // number of them
)

// strokes are the lines that make the mark, around the origin with a radius of 1, Y upwards.
func (s shape) strokes() [][]Point {
	switch s {
	case square:
		return polygon(4, math.Pi/4)
	case triangle:
		return polygon(3, 0)
	case diamond:
		return polygon(4, 0)
	case inverted:
		return polygon(3, math.Pi)
	case pentagon:
		return polygon(5, 0)
	case cross:
		return [][]Point{{{-1, -1}, {1, 1}}, {{-1, 1}, {1, -1}}}
	case plus:
		return [][]Point{{{-1, 0}, {1, 0}}, {{0, -1}, {0, 1}}}
	default:
		return polygon(24, 0)
	}
}

// closed says whether the mark has an inside.
func (s shape) closed() bool { return s != cross && s != plus }

// polygon is a regular one, with a corner at the top after turning it.
func polygon(corners int, turn float64) [][]Point {
	const size = 1.15
	all := make([]Point, corners)
	for i := range all {
		angle := turn + 2*math.Pi*float64(i)/float64(corners)
		all[i] = Point{size * math.Sin(angle), size * math.Cos(angle)}
	}
	return [][]Point{all}
}
