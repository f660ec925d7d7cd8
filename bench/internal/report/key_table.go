package report

import (
	"fmt"

	"github.com/gnark-accel/gnark-accel/bench/internal/results"
)

// keyTable has a line for each setup, and for each file that was read.
func keyTable(rows []results.Row) (header []string, table [][]string) {
	header = []string{"keys", "constraints", "gnark", "gnark-accel", "times faster", "first",
		"proving key", "device", "heap", "gnark's heap"}
	for _, row := range rows {
		k := row.Key
		if k == nil {
			continue
		}
		gnark, times := "–", "–"
		if k.Gnark != nil {
			gnark, times = duration(k.Gnark.Median), short(k.Gnark.Median/k.Time.Median)
		}
		table = append(table, []string{
			keyName(k), spaced(k.Constraints), gnark, duration(k.Time.Median), times,
			duration(k.First), bytesText(k.Bytes), bytesText(k.DeviceBytes), bytesText(k.HostBytes),
			bytesText(k.GnarkHostBytes),
		})
	}
	return header, table
}

// keyName says what was done with which keys.
func keyName(k *results.Key) string {
	what := "setup"
	if k.Step == results.Load {
		what = "read, " + k.Form
	}
	return fmt.Sprintf("%s, %s, %s: %s", known(schemeNames, k.Scheme), curveName(k.Curve),
		k.Circuit, what)
}
