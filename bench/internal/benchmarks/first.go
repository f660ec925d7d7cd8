package benchmarks

import (
	"context"
	"errors"
	"flag"
	"io"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/bench/internal/measure"
	"github.com/gnark-accel/gnark-accel/bench/internal/results"
	"github.com/gnark-accel/gnark-accel/examples/circuits/proving"
)

// firstProofs select the measurements: every scheme in every size.
type firstProofs struct {
	comparisons
	Form     string // of the proving key's file: compressed or raw
	Prepared bool   // adds a row for programs that find a folder which another one prepared
	DropIn   bool   // adds rows for programs that call nothing of ours but Prove

	command []string     // begins that of a program: this executable, and its command
	program firstProgram // to be, instead of a measurement
	stdout  io.Writer
}

func newFirst() *firstProofs {
	executable, _ := os.Executable() // its start fails without
	return &firstProofs{comparisons: comparisons{schemes: proving.Groth16}, stdout: os.Stdout,
		command: []string{executable, "first"}}
}

// Flags implements measure.Settings.
func (s *firstProofs) Flags(f *flag.FlagSet) {
	s.comparisons.Flags(f)
	f.StringVar(&s.Form, "form", compressed, "of the proving key's file: compressed or raw")
	f.BoolVar(&s.Prepared, "prepared", false,
		"also measure programs with a folder that an earlier one prepared")
	f.BoolVar(&s.DropIn, "drop-in", false,
		"also measure programs of Groth16 that call nothing but Prove, twice: with the "+
			"verifying key, and trusting the proving key")
	f.StringVar(&s.program.only, "only-prove", "", "keys that -program calls Prove alone with")
	f.StringVar(&s.program.kept, "prepared-folder", "", "prepared `folder` of -program")
	f.StringVar(&s.program.of, "program", "",
		"run one program, ours or gnark, with the files of -files")
	f.StringVar(&s.program.folder, "files", "", "`folder` that -program reads")
}

// Steps implements measure.Settings. One program is a step without rows.
func (s *firstProofs) Steps() ([]measure.Step, error) {
	if err := checkForm(s.Form); err != nil {
		return nil, err
	}
	if p := &s.program; p.of != "" {
		all, err := s.each()
		if err != nil {
			return nil, err
		}
		p.backend, p.scheme, p.curve = s.Backend, all[0].scheme, all[0].curve
		return []measure.Step{{What: "program", Rows: func(context.Context, measure.Emit) error {
			return p.run(s.stdout)
		}}}, nil
	}
	steps, err := s.steps("first", s.rows)
	return steps, errors.Join(err, s.Check())
}

// programs are measurements of programs with the same files.
type programs struct {
	*firstProofs
	*one
	ctx    context.Context
	emit   measure.Emit
	folder string
}

// rows makes files, and has programs start with them, interleaved. The engine that makes them is
// closed before a program starts.
func (s *firstProofs) rows(ctx context.Context, one *one, emit measure.Emit) (err error) {
	folder, err := os.MkdirTemp("", "first-proof-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(folder)) }()
	var row *results.Row
	err = measure.With(s.Backend, func(e *accel.Engine) error {
		if row, err = one.makeFiles(folder, s.Form, e); err == nil {
			row = row.With("form", s.Form, "")
			row.Machine = measure.Machine(e)
		}
		return err
	}, measure.Quiet())
	if err != nil {
		return err
	}
	p := &programs{s, one, ctx, emit, folder}
	err = p.measure(row, variant{})
	if s.Prepared && err == nil {
		kept := filepath.Join(folder, "prepared")
		err = p.measure(row.With("folder", "prepared", ""), variant{kept: kept})
	}
	if s.DropIn && one.scheme.Name == proving.Groth16 {
		for _, keys := range []string{bothKeys, provingKeyAlone} {
			if err == nil {
				err = p.measure(row.With("drop-in", keys, ""), variant{only: keys})
			}
		}
	}
	return err
}

// measure has programs start, ours and gnark's interleaved. Before them a program of ours has all
// files in the page cache, and prepares its folder.
func (p *programs) measure(row *results.Row, v variant) error {
	start := func(of, memory string) measure.Timed {
		v.of = of
		args := v
		return func() (time.Duration, error) {
			begun := time.Now()
			run, err := p.start(args)
			row.Figures[memory] = max(row.Figures[memory], float64(run.maxResident))
			if err == nil && of == results.Ours {
				run.timeline.enter(row, begun)
			}
			return run.took, err
		}
	}
	ours, gnarks := start(results.Ours, "host-bytes"), start(results.Gnark, "gnark-host-bytes")
	if _, err := ours(); err != nil {
		return err
	}
	row.Figures["prepared-bytes"] = bytesIn(v.kept)
	maps.DeleteFunc(row.Figures, func(name string, _ float64) bool {
		return strings.HasPrefix(name, results.PartPrefix)
	})
	if err := p.Run(p.ctx, row, ours, gnarks); err != nil {
		return err
	}
	return p.emit(row)
}
