package chart

import (
	"fmt"
	"math"
	"strconv"

	"gonum.org/v1/plot"
)

// powersOfTwo are ticks at powers of two, a dozen at most. Small ones are written out.
func powersOfTwo(least, most float64) (ticks []plot.Tick) {
	from, to := int(math.Ceil(math.Log2(least))), int(math.Floor(math.Log2(most)))
	for k := from; k <= to; k += 1 + (to-from)/12 {
		label := fmt.Sprintf("2^%d", k)
		if most < 100 {
			label = plain(math.Exp2(float64(k)))
		}
		ticks = append(ticks, plot.Tick{Value: math.Exp2(float64(k)), Label: label})
	}
	return ticks
}

// decades are ticks at 1, 2 and 5 times powers of ten. Over many powers there are ticks at the
// powers alone, over less than one at more values.
func decades(least, most float64) (ticks []plot.Tick) {
	factors := []float64{1, 2, 5}
	switch span := math.Log10(most / least); {
	case span > 4.5:
		factors = []float64{1}
	case span < 0.9:
		factors = []float64{1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8}
	}
	for k := math.Floor(math.Log10(least)); k <= math.Log10(most); k++ {
		for _, f := range factors {
			if v := f * math.Pow(10, k); v >= least && v <= most {
				ticks = append(ticks, plot.Tick{Value: v, Label: plain(v)})
			}
		}
	}
	return ticks
}

// plain writes a round number without exponent.
func plain(v float64) string { return strconv.FormatFloat(math.Round(v*1e6)/1e6, 'f', -1, 64) }
