package main

import (
	"fmt"
	"time"
)

// rounded is a duration of three significant digits.
func rounded(d time.Duration) time.Duration {
	unit := time.Nanosecond
	for d/unit >= 1000 {
		unit *= 10
	}
	return d.Round(unit)
}

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
