package benchmarks

import (
	"cmp"
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
	"github.com/gnark-accel/gnark-accel/bench/internal/firstproof"
	"github.com/gnark-accel/gnark-accel/bench/internal/measure"
	"github.com/gnark-accel/gnark-accel/bench/internal/results"
	"github.com/gnark-accel/gnark-accel/examples/circuits/proving"
)

// firstProofs select the measurements of programs: every scheme in every size.
type firstProofs struct {
	comparisons
	With    string // the program to start, or this one
	Program string // of one process, in JSON, instead of a measurement
}

// Steps implements measure.Benchmark. One program has no rows.
func (s *firstProofs) Steps() ([]measure.Step, error) {
	if s.Program != "" {
		one := func(*measure.Run) error { return firstproof.Run(s.Program, os.Stdout) }
		return []measure.Step{{Name: "first", Rows: one}}, nil
	}
	if err := s.check(); err != nil {
		return nil, err
	}
	return s.each("first", func(o *one) error {
		return (&programs{firstProofs: s, one: o}).rows()
	})
}

// programs are measurements of programs with the same files.
type programs struct {
	*firstProofs
	*one
	folder string
}

// rows makes files, and has programs start with them, interleaved. The engine that makes them is
// closed before a program starts.
func (p *programs) rows() (err error) {
	if p.folder, err = os.MkdirTemp("", "first-proof-"); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(p.folder)) }()
	if err := measure.With(p.Backend, p.makeFiles); err != nil {
		return err
	}
	p.Compiled = nil // programs have the memory
	if err := p.measure(p.row.With("folder", "", ""), ""); err != nil {
		return err
	}
	return p.measure(p.row.With("folder", "prepared", ""), filepath.Join(p.folder, "prepared"))
}

// measure has programs start, ours and gnark's interleaved. Before them a program of ours has all
// files in the page cache, and prepares its folder, if there is to be one.
func (p *programs) measure(row *results.Row, prepared string) error {
	apart := row.With("run", "", "") // figures of the program that prepares
	if _, err := p.start(results.Ours, prepared, apart); err != nil {
		return err
	}
	row.Figures["prepared-bytes"] = bytesIn(prepared)
	once := func(of string) measure.Timed {
		return func() (time.Duration, error) { return p.start(of, prepared, row) }
	}
	return p.run.Keep(row, measure.Ours(p.Runs, once(results.Ours)),
		measure.Gnarks(p.GnarkRuns, once(results.Gnark)))
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

// makeFiles compiles a circuit, makes its keys, and writes them to files with a witness.
func (p *programs) makeFiles(e *accel.Engine) error {
	if err := p.compile("first"); err != nil {
		return err
	}
	keys, err := p.setup(e)
	if err != nil {
		return err
	}
	write := func(name string, to func(io.Writer) (int64, error)) float64 {
		n, failure := proving.WriteFile(filepath.Join(p.folder, name), to)
		err = errors.Join(err, failure)
		return float64(n)
	}
	p.row = p.row.With("form", "compressed", "")
	p.row.Machine = measure.Machine(e)
	p.row.Figures["file-bytes"] = write(firstproof.ProvingFile, keys.Proving.WriteTo)
	p.row.Figures["circuit-bytes"] = write(firstproof.SystemFile, p.System.WriteTo)
	write(firstproof.VerifyingFile, keys.Verifying.WriteTo)
	write(firstproof.WitnessFile, p.Full.WriteTo)
	return err
}

// start runs a program in a process, with a prepared folder or none. It returns the time to its
// verified proof. The row gets the memory and, of ours, the parts of the fastest run.
func (p *programs) start(of, prepared string, row *results.Row) (time.Duration, error) {
	program, err := json.Marshal(&firstproof.Program{
		Of: of, Scheme: p.scheme.Name, Curve: p.curve, Backend: p.Backend,
		Files: p.folder, PreparedFolder: prepared,
	})
	if err != nil {
		return 0, err
	}
	own, err := os.Executable()
	if err != nil {
		return 0, err
	}
	name := cmp.Or(p.With, own)
	command := exec.CommandContext(p.run, name, "first", "-program", string(program))
	begun := time.Now()
	said, err := command.Output()
	if err != nil {
		failed := new(exec.ExitError)
		errors.As(err, &failed)
		return 0, errors.Join(p.run.Err(),
			fmt.Errorf("program of %s: %w: %s", of, err, failed.Stderr))
	}
	var t firstproof.Timeline
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
