package kinds

import (
	"context"
	"errors"
	"flag"

	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/bench/internal/host"
	"github.com/gnark-accel/gnark-accel/bench/internal/measure"
	"github.com/gnark-accel/gnark-accel/bench/internal/results"
	"github.com/gnark-accel/gnark-accel/bench/internal/table"
)

// races select circuits for which ours and gnark's take turns.
type races struct {
	circuits
	measure.Turns
}

func newRaces(schemes ...string) races {
	return races{newCircuits(schemes...), measure.Turns{Runs: 3, GnarkRuns: 1}}
}

// Flags declares the flags.
func (r *races) Flags(f *flag.FlagSet) {
	r.circuits.Flags(f)
	r.Turns.Flags(f)
}

// racer is the measurements of one circuit, on an engine.
type racer struct {
	one
	measure.Turns
	ctx    context.Context
	engine *accel.Engine
	emit   measure.Emit
}

// steps measures each circuit on an engine of its own.
func (r *races) steps(command string, rows func(*racer) error) ([]measure.Step, error) {
	steps, err := r.circuits.steps(command, func(
		ctx context.Context, o *one, emit measure.Emit) error {
		return host.With(r.Backend, func(e *accel.Engine) error {
			return rows(&racer{*o, r.Turns, ctx, e, emit})
		}, host.Quiet(), accel.WithMinSize(r.MinSize))
	})
	return steps, errors.Join(err, r.Turns.Check())
}

// race has both take turns, and keeps the row. The result of the first of ours is checked.
func (r *racer) race(row *results.Row, ours, gnarks, check func() error) error {
	row.Machine = host.Machine(r.engine)
	race := measure.Race{Ours: measure.Time(ours), Gnarks: measure.Time(gnarks), Check: check}
	if err := race.Run(r.ctx, r.Turns, r.engine, row); err != nil {
		return err
	}
	return r.emit(row)
}

// raceDetails are the columns of the figures that a race enters.
var raceDetails = table.Details(
	table.Figure("first", "first ms", table.Duration),
	table.Figure("device", "device bytes", table.Bytes),
	table.Figure("heap", "host bytes", table.Bytes),
	table.Figure("gnark's heap", "gnark host bytes", table.Bytes),
)
