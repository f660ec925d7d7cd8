package solve

import (
	"context"
	"fmt"
	"runtime"
	"time"

	"github.com/consensys/gnark/constraint/solver"
	"github.com/consensys/gnark/logger"
	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/bench/internal/host"
	"github.com/gnark-accel/gnark-accel/bench/internal/measure"
	"github.com/gnark-accel/gnark-accel/bench/internal/results"
	"github.com/rs/zerolog"
)

// Weight implements measure.Series.
func (s *Settings) Weight() (sum int64) {
	for _, constraints := range s.Constraints {
		sum += int64(constraints)
	}
	return sum * int64(len(s.Circuits)*len(s.Builders))
}

// Run implements measure.Series.
func (s *Settings) Run(recorder *measure.Recorder) error {
	machine, err := machineWithoutDevice()
	if err != nil {
		return err
	}
	logger.Set(zerolog.Nop())
	if s.Clock == results.Thread {
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
	}
	for _, circuit := range s.Circuits {
		for _, builder := range s.Builders {
			for _, constraints := range s.Constraints {
				what := fmt.Sprintf("solve %s %s %d", circuit, builder, constraints)
				rows := func(emit measure.Emit) error {
					return s.system(recorder.Context, circuit, builder, constraints,
						func(row *results.Solve) error {
							return emit(results.Row{Machine: machine, Solve: row})
						})
				}
				if err := recorder.Step(int64(constraints), what, rows); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// machineWithoutDevice describes the host: solvers need no device.
func machineWithoutDevice() (results.Machine, error) {
	engine, err := host.Open(host.CPU, accel.WithLogger(zerolog.Nop()))
	if err != nil {
		return results.Machine{}, err
	}
	return host.Machine(engine), engine.Close()
}

// system measures one system with each number of threads.
func (s *Settings) system(
	ctx context.Context, circuit, builder string, constraints int, emit func(*results.Solve) error,
) error {
	curve := curves[s.Curve]
	i, err := newInstance(curve.id, circuit, builder, constraints)
	if err != nil {
		return err
	}
	internal, secret, public := i.system.GetNbVariables()
	row := results.Solve{
		Circuit: circuit, Builder: builder, Curve: s.Curve, Size: i.size, Clock: s.Clock,
		Constraints: i.system.GetNbConstraints(), Wires: internal + secret + public,
		GnarkBytes: i.bytes(),
	}
	ours := curve.new(i.system)
	took := start(s.Clock)
	if row.ProgramBytes, err = ours.translate(); err != nil {
		return err
	}
	row.TranslationMS = results.Milliseconds(took())
	if err := curve.setFloor(&row, ours); err != nil {
		return err
	}
	ours.prepare()
	for _, threads := range s.Threads {
		one := row
		one.Threads = threads
		if err := s.measure(ctx, i, ours, &one); err != nil {
			return err
		}
		if err := emit(&one); err != nil {
			return err
		}
	}
	return nil
}

// measure runs both solvers in turn.
func (s *Settings) measure(
	ctx context.Context, i *instance, ours subject, row *results.Solve,
) error {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(row.Threads))
	options := append([]solver.Option{solver.WithNbTasks(row.Threads)}, i.options...)
	var gnarks, own []time.Duration
	for run := range s.Runs + 1 {
		if err := ctx.Err(); err != nil {
			return err
		}
		runtime.GC() // neither pays for what was left before
		took := start(s.Clock)
		if _, err := i.system.Solve(i.witness, options...); err != nil {
			return err
		}
		gnark := took()
		runtime.GC()
		took = start(s.Clock)
		release, err := ours.solve(i.witness, options...)
		if err != nil {
			return err
		}
		time := took()
		release()
		if run == 0 {
			row.First = results.Milliseconds(time)
			continue
		}
		gnarks, own = append(gnarks, gnark), append(own, time)
	}
	if err := ours.compare(i.witness, options...); err != nil {
		return err
	}
	row.Gnark, row.Ours = results.NewSample(gnarks), results.NewSample(own)
	row.GnarkMS, row.OursMS = row.Gnark.Min, row.Ours.Min
	row.Ratio = row.GnarkMS / row.OursMS
	return nil
}
