package msm

import (
	"errors"
	"sync"
	"time"

	"github.com/gnark-accel/gnark-accel/bench/internal/measure"
	"github.com/gnark-accel/gnark-accel/bench/internal/results"
	"github.com/gnark-accel/gnark-accel/bench/internal/usage"
)

// callsEach is how often each of several callers calls in one run.
const callsEach = 4

// measure times the MSM over points that are loaded, or sent along.
func (s *series) measure(row *results.MSM) error {
	call := s.subject.Resident
	switch {
	case s.OneShot:
		call = func() (time.Duration, error) { return s.subject.OneShot(s.engine) }
	case s.Batch > 1:
		call = func() (time.Duration, error) { return s.subject.Batch(s.Batch) }
	}
	return s.time(row, s.sums(), func() (time.Duration, error) { return s.run(call) })
}

// measureOnDevice times the MSM over scalars that are on the device before.
func (s *series) measureOnDevice(row *results.MSM) (err error) {
	call, free, err := s.subject.OnDevice(s.engine)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, free()) }()
	return s.time(row, 1, call)
}

// time times a run of n sums.
func (s *series) time(row *results.MSM, n int, run func() (time.Duration, error)) (err error) {
	each := func(bool) (time.Duration, error) { return run() }
	row.DeviceBytes, err = usage.PeakMemory(s.engine, func() error {
		_, err := measure.Repeat(s.recorder.Context, 0, s.Warmup, each)
		return err
	})
	if err != nil {
		return err
	}
	s.log.Reset()
	before := s.engine.Statistics()
	times, err := measure.Repeat(s.recorder.Context, 0, s.Runs, each)
	if err != nil {
		return err
	}
	row.Time = results.NewSample(times)
	row.BytesUp = (s.engine.Statistics().BytesUp - before.BytesUp) / uint64(s.Runs*n)
	s.describe(row, s.logged())
	return nil
}

// sums is the number of sums of a run.
func (s *series) sums() int {
	if s.Callers == 1 {
		return s.Batch
	}
	return callsEach * s.Callers * s.Batch
}

// run has all callers call, and returns the time that one sum takes. Of several callers it is the
// sum's share of the time of all.
func (s *series) run(call func() (time.Duration, error)) (time.Duration, error) {
	if s.Callers == 1 {
		took, err := call()
		return took / time.Duration(s.sums()), err
	}
	failures := make([]error, s.Callers)
	var group sync.WaitGroup
	start := time.Now()
	for i := range failures {
		group.Go(func() {
			for range callsEach {
				if _, err := call(); err != nil {
					failures[i] = err
				}
			}
		})
	}
	group.Wait()
	return time.Since(start) / time.Duration(s.sums()), errors.Join(failures...)
}

// gnarkCrypto times gnark-crypto on the CPU.
func (s *series) gnarkCrypto() (*results.Sample, error) {
	times, err := measure.Repeat(s.recorder.Context, 1, s.CPURuns,
		func(bool) (time.Duration, error) { return s.subject.CPU() })
	if err != nil {
		return nil, err
	}
	sample := results.NewSample(times)
	return &sample, nil
}
