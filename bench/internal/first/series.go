package first

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"time"

	"github.com/consensys/gnark/logger"
	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/bench/internal/host"
	"github.com/gnark-accel/gnark-accel/bench/internal/measure"
	"github.com/gnark-accel/gnark-accel/bench/internal/results"
	"github.com/gnark-accel/gnark-accel/bench/internal/usage"
	"github.com/rs/zerolog"
)

// Run implements measure.Series.
func (s *Settings) Run(recorder *measure.Recorder) error {
	logger.Set(zerolog.Nop())
	for _, name := range s.Schemes {
		for _, constraints := range s.Constraints {
			what := fmt.Sprintf("first proof %s %d", name, constraints)
			rows := func(emit measure.Emit) error {
				return s.rows(recorder.Context, name, constraints, emit)
			}
			if err := recorder.Step(s.weight(constraints), what, rows); err != nil {
				return err
			}
		}
	}
	return nil
}

// rows makes files, and has programs start with them in turn.
func (s *Settings) rows(
	ctx context.Context, name string, constraints int, emit measure.Emit,
) (err error) {
	folder, err := os.MkdirTemp("", "first-proof-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(folder)) }()
	made, machine, err := s.prepare(folder, name, constraints)
	if err != nil {
		return err
	}
	row := &results.First{
		Form: s.Form, Scheme: name, Curve: s.Curve, Circuit: s.Circuit, Wanted: constraints,
		Trusted: s.Trusted, Size: made.size, Constraints: made.constraints,
		KeyBytes: uint64(made.keyBytes), CircuitBytes: uint64(made.bytesOfCircuit),
	}
	if err := s.measure(ctx, folder, name, row); err != nil {
		return err
	}
	return emit(results.Row{Machine: machine, First: row})
}

// prepare makes the files, with an engine that is closed before a program starts.
func (s *Settings) prepare(folder, name string, constraints int) (
	m made, machine results.Machine, err error) {
	engine, err := host.Open(s.Backend, accel.WithLogger(zerolog.Nop()))
	if err != nil {
		return m, machine, err
	}
	machine = host.Machine(engine)
	m, err = s.makeFiles(folder, schemes[name], constraints, engine)
	return m, machine, errors.Join(err, engine.Close())
}

// measure starts ours once, so that all files are in the page cache, and then both in turn.
func (s *Settings) measure(
	ctx context.Context, folder, scheme string, row *results.First,
) error {
	if _, err := s.start(ctx, Ours, folder, scheme); err != nil {
		return err
	}
	var ours, gnarks []*outcome
	for run := range s.Runs {
		o, err := s.start(ctx, Ours, folder, scheme)
		if err != nil {
			return err
		}
		ours = append(ours, o)
		if run >= s.GnarkRuns {
			continue
		}
		if o, err = s.start(ctx, Gnarks, folder, scheme); err != nil {
			return err
		}
		gnarks = append(gnarks, o)
	}
	row.Time, row.Spans, row.HostBytes = summary(ours)
	if len(gnarks) > 0 {
		var sample results.Sample
		sample, row.GnarkSpans, row.GnarkHostBytes = summary(gnarks)
		row.Gnark = &sample
	}
	return nil
}

// outcome is what a program's process told, and took.
type outcome struct {
	took  time.Duration // from before its start to its report
	spans []results.Span
	bytes uint64 // of memory, at most
}

// start runs a program in a process of its own.
func (s *Settings) start(
	ctx context.Context, of Prover, folder, scheme string,
) (*outcome, error) {
	args := append(s.Command[1:len(s.Command):len(s.Command)],
		"-program", string(of), "-files", folder, "-scheme", scheme, "-curve", s.Curve,
		"-backend", string(s.Backend), fmt.Sprintf("-trusted=%t", s.Trusted))
	process := exec.CommandContext(ctx, s.Command[0], args...)
	var complaint bytes.Buffer
	process.Stderr = &complaint
	stdout, err := process.StdoutPipe()
	if err != nil {
		return nil, err
	}
	begun := time.Now()
	if err := process.Start(); err != nil {
		return nil, err
	}
	line, _ := bufio.NewReader(stdout).ReadBytes('\n') // none if the program failed
	took := time.Since(begun)
	if err := process.Wait(); err != nil {
		return nil, errors.Join(ctx.Err(),
			fmt.Errorf("program of %s: %w: %s", of, err, complaint.Bytes()))
	}
	var report Report
	if err := json.Unmarshal(line, &report); err != nil {
		return nil, fmt.Errorf("program of %s: %w", of, err)
	}
	o := &outcome{took: took, bytes: usage.MostResident(process.ProcessState)}
	before := results.Milliseconds(took) - report.Took
	o.spans = append(o.spans, results.Span{
		Track: results.TrackRounds, Name: "start", Took: max(before, 0)})
	for _, span := range report.Spans {
		span.Start += max(before, 0)
		o.spans = append(o.spans, span)
	}
	return o, nil
}

// summary has the times of all outcomes, the parts of the fastest, and the most memory.
func summary(all []*outcome) (times results.Sample, spans []results.Span, most uint64) {
	var took []time.Duration
	fastest := all[0]
	for _, o := range all {
		took = append(took, o.took)
		most = max(most, o.bytes)
		if o.took < fastest.took {
			fastest = o
		}
	}
	return results.NewSample(took), fastest.spans, most
}
