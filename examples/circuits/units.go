package main

import (
	"fmt"
	"time"
)

// size writes a number of bytes with a binary unit.
func size(bytes uint64) string {
	if bytes == 0 {
		return "-"
	}
	value, unit := float64(bytes), 0
	for value >= 1024 && unit < 4 {
		value, unit = value/1024, unit+1
	}
	return fmt.Sprintf("%.4g %s", value, [...]string{"bytes", "KiB", "MiB", "GiB", "TiB"}[unit])
}

// format writes a duration with three significant digits, and whole seconds beyond that.
func format(d time.Duration) string {
	unit, name := time.Microsecond, "µs"
	switch {
	case d >= time.Second:
		unit, name = time.Second, "s"
	case d >= time.Millisecond:
		unit, name = time.Millisecond, "ms"
	}
	value := float64(d) / float64(unit)
	decimals := 2
	for limit := 9.995; decimals > 0 && value >= limit; limit *= 10 {
		decimals--
	}
	return fmt.Sprintf("%.*f %s", decimals, value, name)
}

// took writes a number of milliseconds as format does.
func took(ms float64) string { return format(time.Duration(ms * float64(time.Millisecond))) }

func milliseconds(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }
