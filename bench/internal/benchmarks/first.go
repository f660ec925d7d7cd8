package benchmarks

import (
	"errors"
	"io"
	"os"
	"path/filepath"
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

	command []string // begins that of a program: this executable, and its command
	stdout  io.Writer
}

func newFirst() *firstProofs {
	executable, _ := os.Executable() // its start fails without
	return &firstProofs{stdout: os.Stdout, command: []string{executable, "first"}}
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
