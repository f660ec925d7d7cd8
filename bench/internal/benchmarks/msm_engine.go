package benchmarks

import (
	"strings"

	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/bench/internal/measure"
	"github.com/gnark-accel/gnark-accel/bench/internal/results"
	"github.com/gnark-accel/gnark-accel/examples/circuits/proving"
)

// engineOf is the settings of an engine for MSMs.
type engineOf struct {
	devices int
	limit   uint64
	window  int
	checked bool
}

func (of engineOf) options() []accel.Option {
	all := []accel.Option{accel.WithMemoryLimit(of.limit), accel.WithWindow(of.window),
		proving.FirstDevices(of.devices), accel.WithMinSize(1)}
	if of.checked {
		all = append(all, accel.WithCheckedSums())
	}
	return all
}

// row names a group, a size and the engine.
func (of engineOf) row(name string, size int, e *accel.Engine) *results.Row {
	curve, group, _ := strings.Cut(name, "/")
	row := results.New("msm", results.Setting{"curve": curve, "group": group}.
		Add("log2", size, "").Add("devices", measure.Several(e), 0).
		Add("checked", of.checked, false).Add("memory", of.limit, 0).Add("window", of.window, 0))
	row.Machine = measure.Machine(e)
	return row
}
