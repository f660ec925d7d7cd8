package main

import (
	"context"
	"fmt"
	"io"

	"github.com/gnark-accel/gnark-accel/bench/internal/results"
)

// benchstatHelp is the beginning of benchstat -h.
const benchstatHelp = `bench benchstat prints results for golang.org/x/perf/cmd/benchstat.

    bench benchstat msm.json > msm.txt
    bench benchstat old.json > old.txt && bench benchstat new.json > new.txt
`

// benchstat is the command benchstat.
func benchstat(_ context.Context, args []string, stdout, _ io.Writer) error {
	f := newFlags("benchstat", benchstatHelp, stdout)
	if err := parse(f, args); err != nil {
		return err
	}
	if f.NArg() == 0 {
		return fmt.Errorf("%w: name files of results", errUsage)
	}
	rows, err := results.ReadFiles(f.Args()...)
	if err != nil {
		return err
	}
	return results.WriteBenchstat(stdout, rows)
}
