package drilltest

import (
	"fmt"
	"strings"
	"text/tabwriter"
)

// print writes a table to the test's log: names and values.
func (d *drill) print(rows [][2]any) {
	var text strings.Builder
	table := tabwriter.NewWriter(&text, 0, 0, 2, ' ', 0)
	for _, row := range rows {
		fmt.Fprintf(table, "%v\t%v\n", row[0], row[1])
	}
	table.Flush()
	d.Logf("\n%s", &text)
}
