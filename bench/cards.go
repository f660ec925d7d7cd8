package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/gnark-accel/gnark-accel/bench/internal/flags"
	"github.com/gnark-accel/gnark-accel/bench/internal/measure"
	"github.com/gnark-accel/gnark-accel/bench/internal/results"
	"github.com/gnark-accel/gnark-accel/examples/circuits/proving"
)

// cards is the command cards.
type cards struct {
	Price   float64 // of the card, dollars an hour; 0 if it is not known
	Backend proving.Backend
}

// errChanged: nobody could measure the same again.
var errChanged = errors.New("a row of docs/cards.md is of a revision, without changes")

func (c *cards) run(r *measure.Run, _ []string) error {
	if c.Price < 0 {
		return flags.Wrong("a price of %v dollars", c.Price)
	}
	machine, err := measure.MachineOf(c.Backend)
	if err != nil {
		return err
	}
	if r := machine["revision"]; r == "unknown" || strings.HasSuffix(r, "-dirty") {
		return fmt.Errorf("%w: this is %s", errChanged, r)
	}
	set := "cards"
	if machine.Kind() == results.Emulator {
		set = "emulator"
	}
	_, lines, err := readSet(set)
	if err != nil {
		return err
	}
	stdout := r.Out
	r.Out = r.Log // for the rows
	if err := runLines(r, lines["cards"], c.Backend); err != nil {
		return err
	}
	return results.WriteCard(stdout, r.Rows, c.Price)
}
