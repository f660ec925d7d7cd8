package main

import (
	"errors"
	"strconv"
	"strings"

	"github.com/gnark-accel/gnark-accel/bench/internal/flags"
	"github.com/gnark-accel/gnark-accel/bench/internal/measure"
	"github.com/gnark-accel/gnark-accel/bench/internal/results"
)

// comparison is the command compare.
type comparison struct {
	Threshold string // a percentage, or empty
}

func (c *comparison) run(r *measure.Run, files []string) error {
	if len(files) != 2 {
		return flags.Wrong("name two files of results")
	}
	percent, err := strconv.ParseFloat(strings.TrimSuffix("0"+c.Threshold, "%"), 64)
	if err != nil {
		return flags.Wrong("threshold %q is no percentage", c.Threshold)
	}
	older, failure := results.ReadFiles(files[0])
	newer, err := results.ReadFiles(files[1])
	if err := errors.Join(failure, err); err != nil {
		return err
	}
	compared, err := results.Compare(older, newer)
	if err != nil {
		return err
	}
	if err := compared.Write(r.Out); err != nil || c.Threshold == "" {
		return err
	}
	return compared.Check(percent / 100)
}
