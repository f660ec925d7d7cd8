package drilltest

import (
	"fmt"
	"strings"
	"text/tabwriter"
)

// row is a line of a table.
type row struct {
	what  string
	value any
}

// print writes a table to the test's log.
func (d *drill) print(rows []row) {
	var text strings.Builder
	table := tabwriter.NewWriter(&text, 0, 0, 2, ' ', 0)
	for _, row := range rows {
		fmt.Fprintf(table, "%s\t%v\n", row.what, row.value)
	}
	table.Flush()
	d.Logf("\n%s", &text)
}
