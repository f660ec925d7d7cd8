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
	begun    time.Time          // before the process
	Main     time.Time          // when all that comes before main was done
	Verified time.Time          // when gnark had verified the proof
	Parts    map[string]float64 // in milliseconds

	maxResident uint64 // bytes
}

// start runs a program in a process, with a prepared folder or none.
func (p *programs) start(of, prepared string) (t timeline, err error) {
	args := append(p.command[1:len(p.command):len(p.command)], "-program", of,
		"-files", p.folder, "-prepared-folder", prepared,
		"-scheme", p.scheme.Name, "-curve", p.curveName(), "-backend", string(p.Backend))
	command := exec.CommandContext(p.run, p.command[0], args...)
	t.begun = time.Now()
	said, err := command.Output()
	if err != nil {
		failed := new(exec.ExitError)
		errors.As(err, &failed)
		return t, errors.Join(p.run.Err(),
			fmt.Errorf("program of %s: %w: %s", of, err, failed.Stderr))
	}
	t.maxResident = measure.MaxResident(command.ProcessState)
	return t, json.Unmarshal(said, &t)
}

// enter enters the parts of the fastest run among the figures.
func (t *timeline) enter(row *results.Row) {
	t.Parts["before main"] = results.Milliseconds(t.Main.Sub(t.begun))
	for name, ms := range t.Parts {
		unit := results.PartPrefix + strings.ReplaceAll(name, " ", "-")
		if row.Figures[unit] == 0 || ms < row.Figures[unit] {
			row.Figures[unit] = ms
		}
	}
}
