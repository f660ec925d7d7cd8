package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/gnark-accel/gnark-accel/bench/internal/measure"
	"github.com/gnark-accel/gnark-accel/examples/circuits/proving"
)

// runSuite is the command suite.
func runSuite(ctx context.Context, args []string, stdout, stderr io.Writer) error {
	f := newFlags("suite", stdout)
	set := f.String("set", "small",
		"small: a minute or so on any machine; full: the series that the pages cite, on a GPU")
	parts := f.String("parts", "",
		"parts of the set, separated by commas: msm, ntt, prove, solve, and of the full set "+
			"large, curves, options, real, scarce (default: all)")
	folder := f.String("out", "results",
		"`folder` for a file of rows of each part, which is appended to")
	var backend proving.Backend
	backend.Flags(f)
	budget := f.Duration("budget", 0,
		"time after which nothing more is begun, such as 5m; 0 for none")
	if err := errors.Join(parse(f, args), noArguments(f)); err != nil {
		return err
	}
	all, backend, err := suiteParts(*set, backend)
	if err != nil {
		return err
	}
	if *parts != "" {
		if all, err = choose(all, strings.Split(*parts, ",")); err != nil {
			return err
		}
	}
	deadline, show := time.Now().Add(*budget), newPrinter(stdout)
	for _, part := range all {
		steps, err := partSteps(part, backend)
		if err != nil {
			return err
		}
		out := output{path: filepath.Join(*folder, part.Name+".txt")}
		if *budget > 0 {
			out.budget = max(time.Until(deadline), 1)
		}
		fmt.Fprintf(stderr, "bench: %s, to %s\n", part.Name, out.path)
		if err := out.measure(ctx, show, stderr, steps); err != nil {
			return err
		}
	}
	return nil
}

// partSteps are the steps of a part, on a backend.
func partSteps(part part, backend proving.Backend) (all []measure.Step, err error) {
	for _, line := range part.Lines {
		if !strings.HasPrefix(line, "solve ") && !strings.Contains(line, " -backend ") {
			line += " -backend " + string(backend)
		}
		steps, err := stepsOf(line)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", line, err)
		}
		all = append(all, steps...)
	}
	return all, nil
}

// suiteParts returns the parts of a set, and its backend. That is the set's usual one if empty.
func suiteParts(set string, backend proving.Backend) ([]part, proving.Backend, error) {
	usual := map[string]proving.Backend{"small": proving.Auto, "full": proving.CUDA}[set]
	if usual == "" {
		return nil, "", fmt.Errorf("%w: unknown set %q: there are small, full", errUsage, set)
	}
	if backend == "" {
		backend = usual
	}
	if set == "full" {
		return fullSuite(), backend, nil
	}
	machine, err := measure.MachineOf(backend)
	return smallSuite(machine.Device.Kind), backend, err
}

// choose returns the named parts, in that order.
func choose(all []part, names []string) (chosen []part, err error) {
	for _, name := range names {
		i := slices.IndexFunc(all, func(p part) bool { return p.Name == name })
		if i < 0 {
			return nil, fmt.Errorf("%w: unknown part %q of %v", errUsage, name, all)
		}
		chosen = append(chosen, all[i])
	}
	return chosen, nil
}
