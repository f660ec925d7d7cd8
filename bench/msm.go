package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/bench/subjects"
	_ "github.com/gnark-accel/gnark-accel/bench/subjects/bls12-377"
	_ "github.com/gnark-accel/gnark-accel/bench/subjects/bls12-381"
	_ "github.com/gnark-accel/gnark-accel/bench/subjects/bn254"
	_ "github.com/gnark-accel/gnark-accel/bench/subjects/bw6-761"
	"github.com/rs/zerolog"
)

// msmSettings are the flags of `bench msm`.
type msmSettings struct {
	groups                  []string
	sizes                   []int // log₂
	distributions           []string
	runs, warmup            int
	window, factor, largest int
	batch, callers          int
	oneShot, device         bool
	memory                  uint64
}

func parseMSM(args []string) (s msmSettings, err error) {
	f := flag.NewFlagSet("msm", flag.ContinueOnError)
	groups := f.String("groups", "bn254/g1", "curves and groups, separated by commas, such as bls12-381/g2")
	sizes := f.String("sizes", "12,14,16", "sizes, as powers of two, separated by commas")
	distribution := f.String("distributions", "uniform,witness", "distributions of scalars, separated by commas: uniform, witness, ones, small, equal, half")
	f.IntVar(&s.runs, "runs", 7, "measured runs a row")
	f.IntVar(&s.warmup, "warmup", 2, "runs before that are not measured")
	f.IntVar(&s.window, "window", 0, "window width in bits; 0 lets the plan choose")
	f.IntVar(&s.factor, "factor", 0, "precomputed multiples a base; 0 lets the plan choose, 1 means none")
	f.IntVar(&s.largest, "cpu", 0, "measure gnark-crypto on the CPU too, up to this power of two")
	f.IntVar(&s.batch, "batch", 1, "sums in one call; times are of one sum")
	f.IntVar(&s.callers, "callers", 1, "goroutines that call at once, four times each a run; times are the run's share of one sum")
	f.BoolVar(&s.oneShot, "one-shot", false, "send the bases with each MSM instead of keeping them on the device")
	f.BoolVar(&s.device, "device", false, "measure the MSM over scalars that are on the device before, too")
	f.Uint64Var(&s.memory, "memory-limit", 0, "device memory in bytes; 0 for what is free")
	if err := f.Parse(args); err != nil {
		return s, err
	}
	for field := range strings.SplitSeq(*sizes, ",") {
		k, err := strconv.Atoi(field)
		if err != nil || k < 0 || k > 28 {
			return s, fmt.Errorf("size %q is not a power of two between 0 and 28", field)
		}
		s.sizes = append(s.sizes, k)
	}
	s.groups = strings.Split(*groups, ",")
	s.distributions = strings.Split(*distribution, ",")
	if s.runs < 1 || s.warmup < 0 || s.batch < 1 || s.callers < 1 {
		return s, fmt.Errorf("%d runs after %d, of %d callers and %d sums a call", s.runs, s.warmup, s.callers, s.batch)
	}
	if s.oneShot && s.batch > 1 {
		return s, errors.New("batches are over resident bases")
	}
	return s, nil
}

// msmRow is one line of the table.
type msmRow struct {
	group        string
	size         int
	distribution string
	median, min  time.Duration
	cpu          time.Duration
	device       time.Duration // with the scalars on the device before
	load         time.Duration
	phases       phases
	// additions a second in the accumulation, and the share of what the multipliers allow that the accumulation reaches, and
	// the whole MSM; 0 where many scalars, and with them their entries, are zero.
	rate, share, whole float64
}

// phases is the line that the library logs for an MSM, milliseconds.
type phases struct {
	Window, Factor, Chunks                      int
	Upload, Partition, Accumulate, Reduce, Took float64
}

func benchMSM(args []string) error {
	s, err := parseMSM(args)
	if err != nil {
		return err
	}
	var log bytes.Buffer
	options := []accel.Option{accel.WithStrict(), accel.WithMinSize(1), accel.WithLogger(zerolog.New(zerolog.SyncWriter(&log)))}
	if s.window != 0 {
		options = append(options, accel.WithWindow(s.window))
	}
	switch s.factor {
	case 0:
	case 1:
		options = append(options, accel.WithPrecompute(accel.PrecomputeNone))
	default:
		options = append(options, accel.WithPrecompute(accel.PrecomputeFactor(s.factor)))
	}
	if s.memory != 0 {
		options = append(options, accel.WithMemoryLimit(s.memory))
	}
	engine, err := accel.Open(options...)
	if err != nil {
		return err
	}
	defer engine.Close()
	device := engine.Devices()[0]
	fmt.Printf("%s, driver %d, %d cores; every result checked\n", device.Name, device.DriverVersion, runtime.NumCPU())

	fmt.Printf(heading, "group", "size", "scalars", "median ms", "min ms", "upload", "partition", "accumulate", "reduce",
		"window", "factor", "chunks", "G add/s", "of limit", "whole", "device ms", "load ms", "CPU ms")
	for _, group := range s.groups {
		for _, size := range s.sizes {
			if err := benchSize(engine, s, group, size, &log); err != nil {
				return fmt.Errorf("%s 2^%d: %w", group, size, err)
			}
		}
	}
	return nil
}

func benchSize(engine *accel.Engine, s msmSettings, group string, size int, log *bytes.Buffer) error {
	subject, err := subjects.New(group)
	if err != nil {
		return err
	}
	if err := subject.Prepare(1 << size); err != nil {
		return err
	}
	device := func() (time.Duration, error) { return subject.OneShot(engine) }
	var load time.Duration
	if !s.oneShot {
		start := time.Now()
		if err := subject.Load(engine); err != nil {
			return err
		}
		load = time.Since(start)
		defer subject.Close()
		device = subject.Resident
	}
	if s.batch > 1 {
		device = func() (time.Duration, error) { return subject.Batch(s.batch) }
	}
	limit, err := subject.Limit(engine)
	if err != nil {
		return err
	}
	for _, distribution := range s.distributions {
		if err := subject.Draw(distribution); err != nil {
			return err
		}
		row := msmRow{group: group, size: size, distribution: distribution, load: load}
		if err := row.measure(s, device, log); err != nil {
			return fmt.Errorf("%s: %w", distribution, err)
		}
		if p := row.phases; distribution == "uniform" && p.Accumulate > 0 {
			entries := float64(s.batch) * float64(int(1)<<size) * float64(subject.Windows(p.Window))
			row.rate = entries / p.Accumulate * 1e3
			row.share = row.rate / limit
			row.whole = entries / float64(s.batch) / row.median.Seconds() / limit
		}
		if s.device {
			if row.device, err = s.onDevice(subject); err != nil {
				return err
			}
		}
		if size <= s.largest {
			if row.cpu, err = subject.CPU(); err != nil {
				return err
			}
		}
		row.print()
	}
	return nil
}

// measure times the MSM.
func (r *msmRow) measure(s msmSettings, device func() (time.Duration, error), log *bytes.Buffer) error {
	var times []time.Duration
	for i := range s.warmup + s.runs {
		log.Reset()
		took, err := s.call(device)
		if err != nil {
			return err
		}
		if i >= s.warmup {
			times = append(times, took)
		}
	}
	slices.Sort(times)
	r.median, r.min = times[len(times)/2], times[0]
	last := lastLine(log.Bytes())
	if err := json.Unmarshal(last, &r.phases); err != nil {
		return fmt.Errorf("log line %q: %w", last, err)
	}
	return nil
}

// onDevice returns the median time over scalars that are on the device.
func (s *msmSettings) onDevice(subject subjects.Subject) (took time.Duration, err error) {
	measure, free, err := subject.Device()
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, free()) }()
	var times []time.Duration
	for i := range s.warmup + s.runs {
		took, err := measure()
		if err != nil {
			return 0, err
		}
		if i >= s.warmup {
			times = append(times, took)
		}
	}
	slices.Sort(times)
	return times[len(times)/2], nil
}

// call has all callers call, and returns the time that one sum takes.
func (s *msmSettings) call(device func() (time.Duration, error)) (time.Duration, error) {
	if s.callers == 1 {
		took, err := device()
		return took / time.Duration(s.batch), err
	}
	const calls = 4
	failures := make([]error, s.callers)
	var group sync.WaitGroup
	start := time.Now()
	for i := range failures {
		group.Go(func() {
			for range calls {
				if _, err := device(); err != nil {
					failures[i] = err
				}
			}
		})
	}
	group.Wait()
	return time.Since(start) / time.Duration(calls*s.callers*s.batch), errors.Join(failures...)
}

// lastLine returns the last line of a log.
func lastLine(log []byte) []byte {
	log = bytes.TrimSpace(log)
	return log[bytes.LastIndexByte(log, '\n')+1:]
}

const (
	heading = "%12s %5s %9s %10s %8s %8s %10s %11s %8s %7s %7s %7s %8s %9s %6s %10s %8s %8s\n"
	line    = "%12s %5s %9s %10.2f %8.2f %8.2f %10.2f %11.2f %8.2f %7d %7d %7d %8s %9s %6s %10s %8.0f %8s\n"
)

func (r *msmRow) print() {
	q := r.phases
	onDevice := "–"
	if r.device != 0 {
		onDevice = fmt.Sprintf("%.2f", milliseconds(r.device))
	}
	cpu, rate, share, whole := "–", "–", "–", "–"
	if r.rate != 0 {
		rate, share = fmt.Sprintf("%.2f", r.rate/1e9), fmt.Sprintf("%.0f %%", 100*r.share)
		whole = fmt.Sprintf("%.0f %%", 100*r.whole)
	}
	if r.cpu != 0 {
		cpu = fmt.Sprintf("%.0f", milliseconds(r.cpu))
	}
	fmt.Printf(line, r.group, fmt.Sprintf("2^%d", r.size), r.distribution, milliseconds(r.median), milliseconds(r.min),
		q.Upload, q.Partition, q.Accumulate, q.Reduce, q.Window, q.Factor, q.Chunks, rate, share, whole, onDevice, milliseconds(r.load), cpu)
}

func milliseconds(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }
