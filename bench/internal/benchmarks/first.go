package benchmarks

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/bench/internal/measure"
	"github.com/gnark-accel/gnark-accel/bench/internal/results"
	"github.com/gnark-accel/gnark-accel/examples/circuits/proving"
)

// firstProofs select the measurements of programs: every scheme in every size.
type firstProofs struct {
	comparisons
	Program        string // of one process, ours or gnark's, instead of a measurement
	Files          string // its folder
	PreparedFolder string // of it, or none
}

// Measure implements measure.Benchmark. One program is a step without rows.
func (s *firstProofs) Measure(r *measure.Run) error {
	if err := s.check(); err != nil {
		return err
	}
	return s.each(r, "first", func(o *one) error {
		if s.Program != "" {
			return (&firstProgram{firstProofs: s, one: o}).run()
		}
		return (&programs{firstProofs: s, one: o, run: r}).rows()
	})
}

// programs are measurements of programs with the same files.
type programs struct {
	*firstProofs
	*one
	run    *measure.Run
	folder string
}

// rows makes files, and has programs start with them, interleaved. The engine that makes them is
// closed before a program starts.
func (p *programs) rows() (err error) {
	if p.folder, err = os.MkdirTemp("", "first-proof-"); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(p.folder)) }()
	var row *results.Row
	err = measure.With(p.Backend, func(e *accel.Engine) error {
		if row, err = p.makeFiles(p.folder, e); err == nil {
			row.Machine = measure.Machine(e)
		}
		return err
	})
	if err != nil {
		return err
	}
	if err := p.measure(row.With("folder", "", ""), ""); err != nil {
		return err
	}
	return p.measure(row.With("folder", "prepared", ""), filepath.Join(p.folder, "prepared"))
}

// measure has programs start, ours and gnark's interleaved. Before them a program of ours has all
// files in the page cache, and prepares its folder, if there is to be one.
func (p *programs) measure(row *results.Row, prepared string) error {
	apart := row.With("run", "", "") // figures of the program that prepares
	if _, err := p.start(results.Ours, prepared, apart); err != nil {
		return err
	}
	row.Figures["prepared-bytes"] = bytesIn(prepared)
	turn := func(of string, runs int) measure.Turn {
		return measure.Turn{Of: of, Runs: runs, Once: func() (time.Duration, error) {
			return p.start(of, prepared, row)
		}}
	}
	err := measure.InTurn(p.run, row, turn(results.Ours, p.Runs), turn(results.Gnark, p.GnarkRuns))
	if err != nil {
		return err
	}
	return p.run.Keep(row)
}

// bytesIn returns the bytes that a folder's files have; none without a folder.
func bytesIn(folder string) (bytes float64) {
	files, _ := filepath.Glob(filepath.Join(folder, "*"))
	for _, name := range files {
		if info, err := os.Stat(name); err == nil && folder != "" {
			bytes += float64(info.Size())
		}
	}
	return bytes
}

// Names of the files in the folder of a program, all of gnark's formats.
const (
	systemFile    = "circuit.system"
	provingFile   = "proving.key"
	verifyingFile = "verifying.key"
	fullFile      = "full.witness"
	publicFile    = "public.witness"
)

// makeFiles compiles a circuit, makes its keys, and writes them to files with a witness.
func (o *one) makeFiles(folder string, e *accel.Engine) (*results.Row, error) {
	i, row, err := o.compile("first")
	if err != nil {
		return nil, err
	}
	keys, err := o.setup(i.System, e)
	if err != nil {
		return nil, err
	}
	var failures error
	write := func(name string, to func(io.Writer) (int64, error)) float64 {
		n, err := proving.WriteFile(filepath.Join(folder, name), to)
		failures = errors.Join(failures, err)
		return float64(n)
	}
	row = row.With("form", "compressed", "")
	row.Figures["file-bytes"] = write(provingFile, keys.Proving.WriteTo)
	row.Figures["circuit-bytes"] = write(systemFile, i.System.WriteTo)
	write(verifyingFile, keys.Verifying.WriteTo)
	write(fullFile, i.Full.WriteTo)
	write(publicFile, i.Public.WriteTo)
	return row, failures
}

// timeline says how long the parts of a program took, which run beside each other.
type timeline struct {
	Main     time.Time          // when all that comes before main was done
	Verified time.Time          // when gnark had verified the proof
	Parts    map[string]float64 // in milliseconds
}

// start runs a program in a process, with a prepared folder or none. It returns the time to its
// verified proof. The row gets the memory and, of ours, the parts of the fastest run.
func (p *programs) start(of, prepared string, row *results.Row) (time.Duration, error) {
	itself, err := os.Executable()
	if err != nil {
		return 0, err
	}
	command := exec.CommandContext(p.run, itself, "first", "-program", of,
		"-files", p.folder, "-prepared-folder", prepared,
		"-scheme", p.scheme.Name, "-curve", p.curveName(), "-backend", string(p.Backend))
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
