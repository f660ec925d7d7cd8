package main

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
	"time"
)

// table is a table of rows with a label each.
type table struct{ rows strings.Builder }

// row adds a row; a tab in its text begins another column.
func (t *table) row(label, format string, args ...any) {
	fmt.Fprintf(&t.rows, "%s\t%s\n", label, fmt.Sprintf(format, args...))
}

// write prints the table.
func (t *table) write(w io.Writer) error {
	aligned := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	if _, err := io.WriteString(aligned, t.rows.String()); err != nil {
		return err
	}
	return aligned.Flush()
}

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
