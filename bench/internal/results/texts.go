package results

import (
	"fmt"
	"strings"
)

// figure writes a figure as its unit asks for.
func figure(v float64, unit string) string {
	switch {
	case strings.HasSuffix(unit, "-ms"), strings.HasPrefix(unit, PartPrefix):
		return duration(v)
	case strings.HasSuffix(unit, "-bytes"):
		return size(v)
	case strings.HasSuffix(unit, "-of-limit"):
		return percent(v)
	case strings.HasSuffix(unit, "-sec"), unit == "joules":
		return short(v)
	default:
		return count(v)
	}
}

// size writes a number of bytes; 0 is not known.
func size(n float64) string {
	switch {
	case n == 0:
		return ""
	case n >= 1e9:
		return fmt.Sprintf("%.2f GB", n/1e9)
	case n >= 1e6:
		return fmt.Sprintf("%.1f MB", n/1e6)
	default:
		return fmt.Sprintf("%.1f kB", n/1e3)
	}
}

// count writes a whole number with its thousands apart.
func count(n float64) string {
	digits := fmt.Sprintf("%.0f", n)
	var b strings.Builder
	for i, d := range digits {
		if i > 0 && (len(digits)-i)%3 == 0 {
			b.WriteByte(' ')
		}
		b.WriteRune(d)
	}
	return b.String()
}

// duration writes milliseconds with three significant digits and a unit.
func duration(ms float64) string {
	if ms >= 1000 {
		return short(ms/1000) + " s"
	}
	return short(ms) + " ms"
}

// short writes a number with three significant digits, and at most three after the point.
func short(v float64) string {
	decimals := 3
	for limit := 0.9995; decimals > 0 && v >= limit; limit *= 10 {
		decimals--
	}
	return fmt.Sprintf("%.*f", decimals, v)
}

// percent of a share.
func percent(share float64) string { return fmt.Sprintf("%.0f %%", 100*share) }
