package chart

import (
	"fmt"
	"math"
	"strconv"
)

// axis maps values to positions.
type axis struct {
	from, to   float64 // values, after the logarithm if there is one
	start, end float64 // positions
	logarithm  func(float64) float64
	ticks      []tick
}

// tick is a labelled value of an axis.
type tick struct {
	value float64
	label string
}

// at returns the position of a value.
func (a *axis) at(value float64) float64 {
	if a.logarithm != nil {
		value = a.logarithm(value)
	}
	if a.to == a.from {
		return (a.start + a.end) / 2
	}
	return a.start + (value-a.from)/(a.to-a.from)*(a.end-a.start)
}

// extremes of the coordinates of all points.
func extremes(series []Series, coordinate func(Point) float64) (least, most float64) {
	least, most = math.Inf(1), math.Inf(-1)
	for _, s := range series {
		for _, p := range s.Points {
			least, most = min(least, coordinate(p)), max(most, coordinate(p))
		}
	}
	return least, most
}

// powersOfTwo is an axis with ticks at powers of two. Small ones are written out.
func powersOfTwo(least, most float64) *axis {
	from, to := math.Floor(math.Log2(least)+1e-9), math.Ceil(math.Log2(most)-1e-9)
	a := &axis{from: from - 0.25, to: to + 0.25, logarithm: math.Log2}
	step := 1 + int(to-from)/12
	for k := int(from); k <= int(to); k += step {
		power, label := math.Pow(2, float64(k)), fmt.Sprintf("2^%d", k)
		if most <= 64 {
			label = plain(power)
		}
		a.ticks = append(a.ticks, tick{power, label})
	}
	return a
}

// decades is an axis with ticks at 1, 2 and 5 times powers of ten. Over many powers it has ticks at
// the powers alone, over less than one at more values.
func decades(least, most float64) *axis {
	a := &axis{from: math.Log10(least) - 0.08, to: math.Log10(most) + 0.08, logarithm: math.Log10}
	factors := []float64{1, 2, 5}
	switch decades := a.to - a.from; {
	case decades > 4.5:
		factors = []float64{1}
	case decades < 0.9:
		factors = []float64{1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8}
	}
	for k := math.Floor(a.from); k <= a.to; k++ {
		for _, f := range factors {
			if v := f * math.Pow(10, k); math.Log10(v) >= a.from && math.Log10(v) <= a.to {
				a.ticks = append(a.ticks, tick{v, plain(v)})
			}
		}
	}
	return a
}

// linear is an axis from zero with some round ticks.
func linear(most float64) *axis {
	a := &axis{from: 0, to: most}
	if most <= 0 {
		a.to = 1
	}
	step := math.Pow(10, math.Floor(math.Log10(a.to/4)))
	for _, f := range []float64{1, 2, 5, 10} {
		if a.to/(f*step) <= 8 {
			step *= f
			break
		}
	}
	for v := 0.0; v <= a.to*1.0001; v += step {
		a.ticks = append(a.ticks, tick{v, plain(v)})
	}
	return a
}

// plain writes a round number without exponent.
func plain(v float64) string { return strconv.FormatFloat(math.Round(v*1e6)/1e6, 'f', -1, 64) }
