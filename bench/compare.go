package main

import (
	"context"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/gnark-accel/gnark-accel/bench/internal/results"
)

// compareFiles is the command compare.
func compareFiles(_ context.Context, args []string, stdout, _ io.Writer) error {
	f := newFlags("compare", stdout)
	limit := f.String("threshold", "",
		"fail if ours became slower by more than this, such as 5%: one time, significantly, or "+
			"the geometric mean")
	if err := parse(f, args); err != nil {
		return err
	}
	if f.NArg() != 2 {
		return fmt.Errorf("%w: name two files of results", errUsage)
	}
	threshold, err := parsePercentage(*limit)
	if err != nil {
		return err
	}
	older, err := results.ReadFiles(f.Arg(0))
	if err != nil {
		return err
	}
	newer, err := results.ReadFiles(f.Arg(1))
	if err != nil {
		return err
	}
	c, err := results.Compare(older, newer)
	if err != nil {
		return err
	}
	if err := c.Write(stdout); err != nil {
		return err
	}
	if *limit == "" {
		return nil
	}
	return c.Check(threshold)
}

// parsePercentage reads "5%" or "5" as 0.05; nothing is 0.
func parsePercentage(s string) (float64, error) {
	if s == "" {
		return 0, nil
	}
	v, err := strconv.ParseFloat(strings.TrimSpace(strings.TrimSuffix(s, "%")), 64)
	if err != nil || v < 0 {
		return 0, fmt.Errorf("%w: threshold %q is no percentage", errUsage, s)
	}
	return v / 100, nil
}
