package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"github.com/gnark-accel/gnark-accel/bench/internal/measure"
	"github.com/gnark-accel/gnark-accel/bench/internal/progress"
	"github.com/gnark-accel/gnark-accel/bench/internal/results"
)

// output is where rows go: flags that all measuring commands share.
type output struct {
	json, benchstat string
	budget          time.Duration
}

func (o *output) flags(f *flag.FlagSet) {
	f.StringVar(&o.json, "json", "", "`file` to append the rows to, one JSON object a line")
	f.StringVar(&o.benchstat, "benchstat", "",
		"`file` to write the rows to in the format of Go's benchmarks")
	f.DurationVar(&o.budget, "budget", 0,
		"time after which nothing more is begun, such as 5m; 0 for none")
}

// measure runs series and gives each finished row to the files and to show.
func (o *output) measure(ctx context.Context, stderr io.Writer, show func(results.Row) error,
	all ...measure.Series) (err error) {
	file, err := results.Append(o.json)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	var weight int64
	for _, s := range all {
		weight += s.Weight()
	}
	var rows []results.Row
	bar := progress.New(stderr, weight)
	recorder := &measure.Recorder{Context: ctx, Progress: bar, Row: func(row results.Row) error {
		rows = append(rows, row)
		return errors.Join(file.Write(row), show(row))
	}}
	if o.budget > 0 {
		recorder.Deadline = time.Now().Add(o.budget)
	}
	for _, s := range all {
		if err = s.Run(recorder); err != nil {
			break
		}
	}
	bar.End()
	for _, what := range recorder.Skipped {
		fmt.Fprintf(stderr, "bench: left out for want of time: %s\n", what)
	}
	return errors.Join(err, o.writeBenchstat(rows))
}

// writeBenchstat writes the finished rows to the file of -benchstat.
func (o *output) writeBenchstat(rows []results.Row) error {
	if o.benchstat == "" {
		return nil
	}
	if err := os.MkdirAll(filepath.Dir(o.benchstat), 0o755); err != nil {
		return err
	}
	file, err := os.Create(o.benchstat)
	if err != nil {
		return err
	}
	return errors.Join(results.WriteBenchstat(file, rows), file.Close())
}
