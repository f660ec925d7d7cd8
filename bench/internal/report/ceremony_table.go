package report

import (
	"fmt"

	"github.com/gnark-accel/gnark-accel/bench/internal/results"
)

// ceremonyTable has a line for each step of a ceremony.
func ceremonyTable(rows []results.Row) (header []string, table [][]string) {
	header = []string{"ceremonies", "constraints", "gnark", "gnark-accel", "times faster", "first",
		"file", "device"}
	for _, row := range rows {
		c := row.Ceremony
		if c == nil {
			continue
		}
		gnark, times := "–", "–"
		if c.Gnark != nil {
			gnark, times = duration(c.Gnark.Median), short(c.Gnark.Median/c.Time.Median)
		}
		table = append(table, []string{
			ceremonyName(c), spaced(c.Constraints), gnark, duration(c.Time.Median), times,
			duration(c.First), bytesText(c.Bytes), bytesText(c.DeviceBytes),
		})
	}
	return header, table
}

// ceremonySteps say what was done with a contribution.
var ceremonySteps = map[string]string{
	string(results.Contribute): "contribution", string(results.Verify): "verification",
}

// ceremonyName says what was done in which phase.
func ceremonyName(c *results.Ceremony) string {
	return fmt.Sprintf("%s, %s, phase %d: %s", curveName(c.Curve), c.Circuit, c.Phase,
		known(ceremonySteps, string(c.Step)))
}
