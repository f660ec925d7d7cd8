package kinds

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/bench/internal/host"
	"github.com/gnark-accel/gnark-accel/bench/internal/measure"
	"github.com/gnark-accel/gnark-accel/bench/internal/results"
	"github.com/gnark-accel/gnark-accel/bench/internal/table"
	"github.com/gnark-accel/gnark-accel/bench/internal/usage"
	"github.com/gnark-accel/gnark-accel/examples/circuits/catalog"
	"github.com/gnark-accel/gnark-accel/examples/circuits/proving"
)

// First measures how long a program takes from its start to its first verified proof.
var First = measure.Kind{
	Name: "first", About: "programs from their start to their first verified proof, gnark's too",
	Help: `bench first times programs from their start to their first verified proof.

    bench first -constraints 65300,1048200 -json first.json
    bench first -scheme groth16,plonk -form raw -gnark-runs 0 -prepared -drop-in

Each program is a process. It reads the circuit, its keys and a witness from files of gnark's, makes
a proof and has gnark verify it. Ours and gnark's run in turn.
`,
	New:   func() measure.Settings { return newFirst() },
	Title: "The first proof",
	Text: `
From the start of a process to its first verified proof, gnark's program in turn with ours. Both
read the circuit, the keys and a witness from files of gnark's in the page cache, the proving key
with all checks. A prepared program finds a folder in which an earlier one kept the circuit, its
translation and the checked points, as WithPreparedFolder does. Programs "with the verifying key" or
"trusting the proving key" call nothing but Prove; gnark reads their files. The slowest part runs
beside others: the device opens, the circuit is read, translated and compared with gnark's solver,
and the key is read and loaded.`,
	Columns: slices.Concat([]table.Column{
		{Heading: "first proof", Cell: firstName}, constraints,
		table.Figure("proving key", "bytes", table.Bytes),
	}, table.BesideGnark(), []table.Column{
		{Heading: "slowest part", Cell: slowestPart},
	}, table.Details(
		table.Figure("key checks", partPrefix+keyChecks, table.Duration),
		table.Figure("second proof", partPrefix+secondProof, table.Duration),
		table.Figure("circuit", "circuit bytes", table.Bytes),
		table.Figure("prepared", "prepared bytes", table.Bytes),
		table.Figure("host memory", "host bytes", table.Bytes),
		table.Figure("gnark's", "gnark host bytes", table.Bytes))),
}

// firstProofs select the measurements: every scheme in every size.
type firstProofs struct {
	*races
	Form string // of the proving key's file: compressed or raw
	// Prepared adds a row for programs that find a folder which another one prepared.
	Prepared bool
	// DropIn adds rows for programs that call nothing of ours but Prove.
	DropIn bool
	// Command begins the command line of a program: this executable, and the name of its command.
	Command []string

	program firstProgram // to be, instead of a measurement
	stdout  io.Writer
}

func newFirst() *firstProofs {
	s := &firstProofs{races: newRaces("first", nil, proving.Groth16), Form: compressed,
		stdout: os.Stdout}
	executable, _ := os.Executable() // its start fails without
	s.Command = []string{executable, "first"}
	return s
}

// Flags implements measure.Settings.
func (s *firstProofs) Flags(f *flag.FlagSet) {
	s.races.Flags(f)
	f.StringVar(&s.Form, "form", s.Form, "of the proving key's file: compressed or raw")
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
	if s.Form != compressed && s.Form != raw {
		return nil, measure.Wrong("form %q; there are compressed and raw", s.Form)
	}
	if p := &s.program; p.of != "" {
		all, err := s.each()
		if err != nil {
			return nil, err
		}
		p.backend, p.scheme = s.Backend, all[0].scheme
		p.curve, err = catalog.LookupCurve(all[0].curve)
		return []measure.Step{{What: "program", Rows: func(context.Context, measure.Emit) error {
			return p.run(s.stdout)
		}}}, err
	}
	steps, err := s.steps(s.command, s.rows)
	return steps, errors.Join(err, s.Turns.Check())
}

// rows makes files, and has programs start with them in turn. The engine that makes them is closed
// before a program starts.
func (s *firstProofs) rows(ctx context.Context, one *one, emit measure.Emit) (err error) {
	folder, err := os.MkdirTemp("", "first-proof-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(folder)) }()
	var row *results.Row
	err = host.With(s.Backend, func(e *accel.Engine) error {
		if row, err = one.makeFiles(folder, s.Form, e); err == nil {
			row = row.With("form", s.Form, "")
			row.Machine = host.Machine(e)
		}
		return err
	}, host.Quiet())
	if err != nil {
		return err
	}
	if err = s.race(ctx, one, folder, "", "", row, emit); err == nil && s.Prepared {
		kept := filepath.Join(folder, "prepared")
		err = s.race(ctx, one, folder, kept, "", row.With("folder", "prepared", ""), emit)
	}
	if s.DropIn && one.scheme.Name == proving.Groth16 {
		for _, keys := range []string{bothKeys, provingKeyAlone} {
			if err == nil {
				err = s.race(ctx, one, folder, "", keys, row.With("drop-in", keys, ""), emit)
			}
		}
	}
	return err
}

// race has programs start in turn, ours with a prepared folder or none, or with Prove alone.
func (s *firstProofs) race(ctx context.Context, one *one, folder, kept, only string,
	row *results.Row, emit measure.Emit) error {
	run := func(of, memory string) measure.Timed {
		return func() (time.Duration, error) {
			begun := time.Now()
			took, bytes, t, err := s.start(ctx, of, folder, kept, only, one)
			row.Figures[memory] = max(row.Figures[memory], bytes)
			if err == nil && of == results.Ours {
				t.enter(row, begun)
			}
			return took, err
		}
	}
	ours, gnarks := run(results.Ours, "host bytes"), run(results.Gnark, "gnark host bytes")
	if _, err := ours(); err != nil { // has all files in the page cache then, and a folder prepared
		return err
	}
	row.Figures["prepared bytes"] = bytesIn(kept)
	maps.DeleteFunc(row.Figures, func(name string, _ float64) bool {
		return strings.HasPrefix(name, partPrefix)
	})
	our, gnark, err := s.Take(ctx, ours, gnarks)
	if err != nil {
		return err
	}
	row.Enter(results.Ours, our)
	row.Enter(results.Gnark, gnark)
	return emit(row)
}

// start runs a program in a process of its own. It returns the time from before its start to the
// verified proof, and the most memory that it had.
func (s *firstProofs) start(ctx context.Context, of, folder, kept, only string, one *one) (
	took time.Duration, most float64, t *timeline, err error) {
	args := append(s.Command[1:len(s.Command):len(s.Command)], "-program", of, "-files", folder,
		"-prepared-folder", kept, "-only-prove", only,
		"-scheme", one.schemeName, "-curve", one.curve, "-backend", string(s.Backend))
	command := exec.CommandContext(ctx, s.Command[0], args...)
	var complaint bytes.Buffer
	command.Stderr = &complaint
	stdout, err := command.StdoutPipe()
	if err != nil {
		return 0, 0, nil, err
	}
	begun := time.Now()
	if err := command.Start(); err != nil {
		return 0, 0, nil, err
	}
	output := bufio.NewReader(stdout)
	_, _ = output.ReadBytes('\n') // no line if the program failed
	took = time.Since(begun)
	t = new(timeline)
	failure := json.NewDecoder(output).Decode(t)
	if err := command.Wait(); err != nil {
		return 0, 0, nil, errors.Join(ctx.Err(),
			fmt.Errorf("program of %s: %w: %s", of, err, complaint.Bytes()))
	}
	return took, float64(usage.MostResident(command.ProcessState)), t, failure
}

// firstName says which proof it is, and how its key was read.
func firstName(r *results.Row) string {
	return table.Join(circuitName(r), r.Setting["form"]+" key", r.Setting["folder"],
		r.Setting["drop-in"])
}
