package benchmarks

import (
	"encoding/json"
	"errors"
	"fmt"
	"os/exec"
	"strings"
	"time"

	"github.com/gnark-accel/gnark-accel/bench/internal/measure"
	"github.com/gnark-accel/gnark-accel/bench/internal/results"
)

// timeline says how long the parts of a program took, which run beside each other.
type timeline struct {
	Main     time.Time          // when all that comes before main was done
	Verified time.Time          // when gnark had verified the proof
	Parts    map[string]float64 // in milliseconds
}

// start runs a program in a process, with a prepared folder or none. It returns the time to its
// verified proof. The row gets the memory and, of ours, the parts of the fastest run.
func (p *programs) start(of, prepared string, row *results.Row) (time.Duration, error) {
	args := append(p.command[1:len(p.command):len(p.command)], "-program", of,
		"-files", p.folder, "-prepared-folder", prepared,
		"-scheme", p.scheme.Name, "-curve", p.curveName(), "-backend", string(p.Backend))
	command := exec.CommandContext(p.run, p.command[0], args...)
	begun := time.Now()
	said, err := command.Output()
	if err != nil {
		failed := new(exec.ExitError)
		errors.As(err, &failed)
		return 0, errors.Join(p.run.Err(),
			fmt.Errorf("program of %s: %w: %s", of, err, failed.Stderr))
	}
	var t timeline
	if err := json.Unmarshal(said, &t); err != nil {
		return 0, err
	}
	memory := map[string]string{results.Ours: "host-bytes", results.Gnark: "gnark-host-bytes"}[of]
	row.Figures[memory] = max(row.Figures[memory],
		float64(measure.MaxResident(command.ProcessState)))
	t.Parts["before main"] = results.Milliseconds(t.Main.Sub(begun))
	for name, ms := range t.Parts {
		unit := results.PartPrefix + strings.ReplaceAll(name, " ", "-")
		if known := row.Figures[unit]; of == results.Ours && (known == 0 || ms < known) {
			row.Figures[unit] = ms
		}
	}
	return t.Verified.Sub(begun), nil
}
