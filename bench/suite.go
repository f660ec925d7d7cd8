package main

import (
	"context"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/bench/internal/host"
	"github.com/gnark-accel/gnark-accel/bench/internal/results"
	"github.com/gnark-accel/gnark-accel/bench/internal/suite"
	"github.com/rs/zerolog"
)

// suiteHelp is the beginning of suite -h.
const suiteHelp = `bench suite measures what the pages cite, or a small series in a minute.

    bench suite -out results
    bench suite -set full -parts msm,prove -budget 5m -out results/h100
`

// runSuite is the command suite.
func runSuite(ctx context.Context, args []string, stdout, stderr io.Writer) error {
	f := newFlags("suite", suiteHelp, stdout)
	set := f.String("set", "small",
		"small: a minute or so with what there is; full: what the pages cite, on a GPU")
	parts := f.String("parts", "",
		"parts of the set, separated by commas: msm, ntt, prove, solve, and of the full set "+
			"large, curves, options, scarce (default: all)")
	folder := f.String("out", "results",
		"`folder` for a file of rows of each part, which is appended to")
	backend := f.String("backend", "",
		"auto: a device if there is one; cuda: a device or an error; cpu: no device (default: "+
			"auto, full: cuda)")
	budget := f.Duration("budget", 0,
		"time after which nothing more is begun, such as 5m; 0 for none")
	if err := parse(f, args); err != nil {
		return err
	}
	if err := noArguments(f); err != nil {
		return err
	}
	all, err := suiteParts(*set, *backend)
	if err != nil {
		return err
	}
	if *parts != "" {
		if all, err = choose(all, words(*parts)); err != nil {
			return err
		}
	}
	deadline := time.Now().Add(*budget)
	show := newShow(stdout)
	for _, part := range all {
		out := output{json: filepath.Join(*folder, part.Name+".json")}
		if *budget > 0 {
			out.budget = max(time.Until(deadline), 1)
		}
		fmt.Fprintf(stderr, "bench: %s, to %s\n", part.Name, out.json)
		if err := out.measure(ctx, stderr, show, part.Series...); err != nil {
			return err
		}
	}
	return nil
}

// suiteParts returns the parts of a set.
func suiteParts(set, backend string) ([]suite.Part, error) {
	usual := map[string]host.Backend{"small": host.Auto, "full": host.CUDA}[set]
	if usual == "" {
		return nil, fmt.Errorf("%w: unknown set %q: there are small, full", errUsage, set)
	}
	if backend != "" {
		var err error
		if usual, err = host.ParseBackend(backend); err != nil {
			return nil, fmt.Errorf("%w: %w", errUsage, err)
		}
	}
	if set == "full" {
		return suite.Full(usual), nil
	}
	kind, err := kindOf(usual)
	return suite.Small(usual, kind), err
}

// kindOf returns the kind of device that a backend opens on this machine.
func kindOf(backend host.Backend) (results.Kind, error) {
	engine, err := host.Open(backend, accel.WithLogger(zerolog.Nop()))
	if err != nil {
		return "", err
	}
	return host.Machine(engine).Device.Kind, engine.Close()
}

// choose returns the named parts, in their own order.
func choose(all []suite.Part, names []string) (chosen []suite.Part, err error) {
	var there []string
	for _, part := range all {
		there = append(there, part.Name)
		if slices.Contains(names, part.Name) {
			chosen = append(chosen, part)
		}
	}
	for _, name := range names {
		if !slices.Contains(there, name) {
			return nil, fmt.Errorf("%w: unknown part %q: there are %s", errUsage, name,
				strings.Join(there, ", "))
		}
	}
	return chosen, nil
}
