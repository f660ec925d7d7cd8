package benchmarks

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os/exec"
	"strings"
	"time"

	"github.com/gnark-accel/gnark-accel/bench/internal/measure"
	"github.com/gnark-accel/gnark-accel/bench/internal/results"
)

// launch is a program that has ended: the time from before its start to the verified proof, the
// maximum memory in bytes, and its parts.
type launch struct {
	took        time.Duration
	maxResident uint64
	timeline    timeline
}

// start runs a program in a process of its own, with a prepared folder or none.
func (p *programs) start(of, prepared string) (run launch, err error) {
	args := append(p.command[1:len(p.command):len(p.command)], "-program", of,
		"-files", p.folder, "-prepared-folder", prepared,
		"-scheme", p.scheme.Name, "-curve", p.curveName(), "-backend", string(p.Backend))
	command := exec.CommandContext(p.run, p.command[0], args...)
	var complaint bytes.Buffer
	command.Stderr = &complaint
	stdout, err := command.StdoutPipe()
	if err != nil {
		return run, err
	}
	begun := time.Now()
	if err := command.Start(); err != nil {
		return run, err
	}
	output := bufio.NewReader(stdout)
	_, _ = output.ReadBytes('\n') // no line if the program failed
	run.took = time.Since(begun)
	failure := json.NewDecoder(output).Decode(&run.timeline)
	if err := command.Wait(); err != nil {
		return run, errors.Join(p.run.Err(),
			fmt.Errorf("program of %s: %w: %s", of, err, complaint.Bytes()))
	}
	run.maxResident = measure.MaxResident(command.ProcessState)
	return run, failure
}

// timeline says how long the parts of a program took, which run beside each other.
type timeline struct {
	Main  time.Time          // when all that comes before main was done
	Parts map[string]float64 // in milliseconds
}

// enter enters the parts of the fastest run among the figures.
func (t *timeline) enter(row *results.Row, begun time.Time) {
	t.Parts["before main"] = results.Milliseconds(t.Main.Sub(begun))
	for name, ms := range t.Parts {
		unit := results.PartPrefix + strings.ReplaceAll(name, " ", "-")
		if row.Figures[unit] == 0 || ms < row.Figures[unit] {
			row.Figures[unit] = ms
		}
	}
}

// slowestPart says in words which part took longest.
func slowestPart(r *results.Row) (slowest string) {
	longest := 0.0
	for unit, ms := range r.Figures {
		if name, ok := strings.CutPrefix(unit, results.PartPrefix); ok && ms > longest {
			longest = ms
			slowest = fmt.Sprintf("%s: %.0f ms", strings.ReplaceAll(name, "-", " "), ms)
		}
	}
	return slowest
}
