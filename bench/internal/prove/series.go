package prove

import (
	"context"
	"errors"
	"time"

	"github.com/consensys/gnark/backend"
	"github.com/consensys/gnark/constraint"
	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/bench/internal/host"
	"github.com/gnark-accel/gnark-accel/bench/internal/logbook"
	"github.com/gnark-accel/gnark-accel/bench/internal/measure"
	"github.com/gnark-accel/gnark-accel/bench/internal/results"
	"github.com/gnark-accel/gnark-accel/bench/internal/usage"
	"github.com/gnark-accel/gnark-accel/hooks/solve"
)

// Run implements measure.Series.
func (s *Settings) Run(recorder *measure.Recorder) error {
	for _, constraints := range s.Constraints {
		one := &series{Settings: s, ctx: recorder.Context, log: new(logbook.Book)}
		err := recorder.Step(s.weight(constraints), s.title(constraints),
			func(emit measure.Emit) error { return one.rows(constraints, emit) })
		if err != nil {
			return err
		}
	}
	return nil
}

// series is the measurements of one circuit in one size.
type series struct {
	*Settings
	ctx      context.Context
	log      *logbook.Book
	instance *instance
	known    *results.Proof // the part of its rows that no engine changes
	engine   *accel.Engine
}

// rows measures with each number of devices and each limit of memory.
func (s *series) rows(constraints int, emit measure.Emit) error {
	for _, devices := range s.Devices {
		for _, limit := range s.MemoryLimits {
			if err := s.within(devices, limit, constraints, emit); err != nil {
				return err
			}
		}
	}
	return nil
}

// within measures on an engine of some devices, with so much memory of each, with each number of
// proofs at once, and a stream. The first time it makes the instance, behind the engine, which may
// not be there.
func (s *series) within(
	devices int, memoryLimit uint64, constraints int, emit measure.Emit,
) (err error) {
	if s.engine, err = s.open(devices, memoryLimit, s.log); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.engine.Close()) }()
	if s.instance == nil {
		if s.instance, s.known, err = s.newInstance(constraints); err != nil {
			return err
		}
	}
	if err := s.ctx.Err(); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.instance.keys.release()) }()
	row := *s.known
	row.MemoryLimit, row.Devices = memoryLimit, host.Several(s.engine)
	if err := s.first(&row); err != nil {
		return err
	}
	if row.Solve, err = s.solve(); err != nil {
		return err
	}
	for _, atOnce := range s.Concurrency {
		own := row
		own.Concurrency = atOnce
		if err := s.emit(&own, s.measure, emit); err != nil {
			return err
		}
	}
	if s.Stream == 0 {
		return nil
	}
	row.Stream = s.Stream
	return s.emit(&row, s.stream, emit)
}

// emit completes a row and hands it on.
func (s *series) emit(row *results.Proof, complete func(*results.Proof) error,
	emit measure.Emit) error {
	if err := complete(row); err != nil {
		return err
	}
	return emit(results.Row{Machine: host.Machine(s.engine), Proof: row})
}

// first loads the key and makes the first proof and the warm-up proofs.
func (s *series) first(row *results.Proof) (err error) {
	ours := &prover{instance: s.instance, prove: s.instance.keys.ours}
	row.DeviceBytes, err = usage.PeakMemory(s.engine, func() error {
		var circuit constraint.ConstraintSystem
		if s.Prepared {
			circuit = s.instance.ccs
		}
		start := time.Now()
		if err := s.instance.keys.attach(s.engine, circuit); err != nil {
			return err
		}
		load := time.Since(start)
		s.log.Reset()
		if err := ours.run(1, 1); err != nil {
			return err
		}
		row.FirstSolve = timeOf(results.RoundSolver, spans(s.log, ours.begun))
		row.Load, row.First = results.Milliseconds(load), results.Milliseconds(load+ours.elapsed)
		for range s.Warmup {
			if err := errors.Join(s.ctx.Err(), ours.run(1, 1)); err != nil {
				return err
			}
		}
		return nil
	})
	row.KeyBytes = s.engine.Statistics().DeviceBytes
	row.Proofs, row.Verified = ours.made, ours.made
	return err
}

func (s *series) solve() (results.Sample, error) {
	times, err := measure.Repeat(s.ctx, 1, s.Proofs,
		func(bool) (time.Duration, error) { return s.instance.solve() })
	if err != nil {
		return results.Sample{}, err
	}
	return results.NewSample(times), nil
}

// measure makes the proofs of a row, ours and gnark's in turn. If gnark's are fewer, they are
// spread among ours.
func (s *series) measure(row *results.Proof) error {
	ours := &prover{instance: s.instance, prove: s.instance.keys.ours, own: true}
	gnarks := &prover{instance: s.instance, prove: s.instance.keys.gnarks}
	bare, solved := s.unverified(), s.solvedByGnark()
	var verification []time.Duration
	before := s.engine.Statistics()
	for i := range s.Proofs {
		if err := s.ctx.Err(); err != nil {
			return err
		}
		s.log.Reset()
		if err := ours.run(row.Concurrency, proofsEach(row.Concurrency)); err != nil {
			return err
		}
		if row.Concurrency == 1 {
			row.Spans = spans(s.log, ours.begun)
			took := timeOf(results.RoundVerification, row.Spans)
			verification = append(verification, milliseconds(took))
			if err := bare.run(1, 1); err != nil {
				return err
			}
		}
		if s.GnarkSolver {
			if err := solved.run(row.Concurrency, proofsEach(row.Concurrency)); err != nil {
				return err
			}
		}
		if i*s.GnarkProofs/s.Proofs == (i+1)*s.GnarkProofs/s.Proofs {
			continue
		}
		if err := gnarks.run(row.Concurrency, 1); err != nil {
			return err
		}
	}
	s.enter(row, ours, before, bare, solved)
	row.Unverified, row.GnarkSolver = bare.sample(), solved.sample()
	if row.Concurrency == 1 {
		sample := results.NewSample(verification)
		row.Verification = &sample
	}
	if row.Gnark = gnarks.sample(); row.Gnark != nil {
		row.GnarkCPUSeconds = gnarks.cpuSeconds()
		row.GnarkPerMinute = gnarks.perMinute()
		row.GnarkHostBytes = gnarks.heap
	}
	row.Proofs += gnarks.made
	row.Verified += gnarks.made
	if device := host.Machine(s.engine).Device; row.Concurrency == 1 && device.Kind != results.CPU {
		return errors.Join(s.watch(row), s.plan(row, device.Memory))
	}
	return nil
}

// plan enters the host's memory as planned for a device of so much memory. It comes after the
// proofs, since a plan has the solver translate the system.
func (s *series) plan(row *results.Proof, memory uint64) error {
	scheme, err := s.scheme()
	if err != nil {
		return err
	}
	if row.MemoryLimit > 0 {
		memory = row.MemoryLimit
	}
	plan, err := scheme.plan(s.instance.ccs, accel.WithMemoryLimit(memory))
	if err != nil {
		return err
	}
	row.HostPlanned = plan.Host
	return nil
}

// stream makes the proofs of a row in streams, one after the other.
func (s *series) stream(row *results.Proof) error {
	ours, bare := &prover{instance: s.instance, own: true}, s.unverified()
	before := s.engine.Statistics()
	for range s.Proofs {
		for _, p := range []*prover{ours, bare} {
			if err := errors.Join(s.ctx.Err(), p.stream(s.ctx, row.Stream)); err != nil {
				return err
			}
		}
	}
	s.enter(row, ours, before, bare)
	row.Unverified = bare.sample()
	return nil
}

// unverified makes our proofs without verification.
func (s *series) unverified() *prover {
	return &prover{
		instance: s.instance, prove: s.instance.keys.ours,
		more: []backend.ProverOption{s.instance.keys.unverified()},
	}
}

// solvedByGnark makes our proofs behind gnark's solver.
func (s *series) solvedByGnark() *prover {
	return &prover{
		instance: s.instance, prove: s.instance.keys.ours,
		more: []backend.ProverOption{backend.WithSolverOptions(solve.WithGnark())},
	}
}

// enter enters our prover's figures in a row. They count from the engine's statistics that were
// taken before; others made proofs on the engine, too.
func (s *series) enter(
	row *results.Proof, ours *prover, before accel.Statistics, others ...*prover,
) {
	row.Prove = results.NewSample(ours.times)
	row.CPUSeconds = ours.cpuSeconds()
	row.PerMinute = ours.perMinute()
	row.HostBytes = ours.heap
	made := ours.made
	for _, p := range others {
		made += p.made
	}
	after, n := s.engine.Statistics(), uint64(made)
	row.BytesUp = (after.BytesUp - before.BytesUp) / n
	row.DeviceSums = (after.DeviceMSMs - before.DeviceMSMs) / n
	row.CPUSums = (onCPU(after) - onCPU(before)) / n
	row.Proofs += made
	row.Verified += made
}

// watch makes one more proof, and sees when the device is busy. Its time does not count.
func (s *series) watch(row *results.Proof) error {
	one := &prover{instance: s.instance, prove: s.instance.keys.ours}
	s.log.Reset()
	busy, err := usage.Busy(s.engine, func() error { return one.run(1, 1) })
	if err != nil {
		return err
	}
	row.Spans = watched(s.log, one.begun, busy)
	row.Device = results.NewDeviceTime(row.Spans)
	row.Proofs, row.Verified = row.Proofs+1, row.Verified+1
	return nil
}

// onCPU is the number of MSMs that were computed on the CPU, for any reason.
func onCPU(s accel.Statistics) uint64 { return s.CPUSmall + s.CPUNoDevice + s.CPUFailure }

// proofsEach is the number of proofs that each of several callers makes in a turn. It is enough for
// the solver of one to run while the device is busy with another. gnark's prover has all processors
// busy with one.
func proofsEach(atOnce int) int {
	if atOnce == 1 {
		return 1
	}
	return 3
}
