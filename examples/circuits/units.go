package main

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// byteSize is a flag.Value. It is a number of bytes with a binary suffix K, M, G or T, alone or
// followed by B or iB.
type byteSize uint64

// String implements flag.Value.
func (b *byteSize) String() string {
	if b == nil || *b == 0 {
		return ""
	}
	return strconv.FormatUint(uint64(*b), 10)
}

// Set implements flag.Value.
func (b *byteSize) Set(text string) error {
	digits := strings.ToUpper(strings.TrimSpace(text))
	digits = strings.TrimSuffix(strings.TrimSuffix(digits, "B"), "I")
	shift := 0
	if i := strings.IndexAny(digits, "KMGT"); i >= 0 && i == len(digits)-1 {
		shift = 10 * (1 + strings.IndexByte("KMGT", digits[i]))
		digits = digits[:i]
	}
	n, err := strconv.ParseUint(strings.TrimSpace(digits), 10, 64)
	if err != nil || n<<shift>>shift != n {
		return fmt.Errorf("%q is no number of bytes, such as 512M or 8G", text)
	}
	*b = byteSize(n << shift)
	return nil
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
