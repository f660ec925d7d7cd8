package main

import (
	"bytes"
	"flag"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/bench/subjects"
	"github.com/rs/zerolog"
)

// tuneRow is one measured width of the windows.
type tuneRow struct {
	size, window     int
	median           time.Duration
	phases           phases
	entries, buckets float64
}

// benchTune measures MSMs at all sensible window widths and prints the costs that plans are made with, in the unit of
// accel/cuda/tuning.go: the addition of a point to a bucket.
func benchTune(args []string) error {
	f := flag.NewFlagSet("tune", flag.ContinueOnError)
	group := f.String("group", "bn254/g1", "curve and group")
	sizes := f.String("sizes", "16,18,20,22", "sizes, as powers of two, separated by commas")
	windows := f.String("windows", "14-21", "first and last width of the windows")
	runs := f.Int("runs", 5, "measured runs a width")
	if err := f.Parse(args); err != nil {
		return err
	}
	first, last, err := parseRange(*windows)
	if err != nil {
		return err
	}
	subject, err := subjects.New(*group)
	if err != nil {
		return err
	}
	var rows []tuneRow
	for field := range strings.SplitSeq(*sizes, ",") {
		size, err := strconv.Atoi(field)
		if err != nil || size < 0 || size > 26 {
			return fmt.Errorf("size %q is not a power of two between 0 and 26", field)
		}
		if err := subject.Prepare(1 << size); err != nil {
			return err
		}
		if err := subject.Draw("uniform"); err != nil {
			return err
		}
		planned, err := tuneSize(subject, size, 0, *runs)
		if err != nil {
			return err
		}
		var ofSize []tuneRow
		for window := first; window <= last; window++ {
			row, err := tuneSize(subject, size, window, *runs)
			if err != nil {
				return err
			}
			ofSize = append(ofSize, row)
		}
		printSize(ofSize, planned)
		rows = append(rows, ofSize...)
	}
	printCosts(rows)
	return nil
}

func parseRange(s string) (first, last int, err error) {
	if _, err := fmt.Sscanf(s, "%d-%d", &first, &last); err != nil || first > last {
		return 0, 0, fmt.Errorf("%q is not a range of widths", s)
	}
	return first, last, nil
}

// tuneSize measures one width; 0 lets the plan choose.
func tuneSize(subject subjects.Subject, size, window, runs int) (row tuneRow, err error) {
	var log bytes.Buffer
	options := []accel.Option{accel.WithStrict(), accel.WithMinSize(1), accel.WithLogger(zerolog.New(&log))}
	if window != 0 {
		options = append(options, accel.WithWindow(window))
	}
	engine, err := accel.Open(options...)
	if err != nil {
		return row, err
	}
	defer engine.Close()
	if err := subject.Load(engine); err != nil {
		return row, err
	}
	defer subject.Close()
	measured := msmRow{}
	s := msmSettings{runs: runs, warmup: 2, batch: 1, callers: 1}
	if err := measured.measure(s, subject.Resident, &log); err != nil {
		return row, err
	}
	row = tuneRow{size: size, window: measured.phases.Window, median: measured.median, phases: measured.phases}
	windows := subject.Windows(row.window)
	row.entries = float64(int(1)<<size) * float64(windows)
	sets := (windows + row.phases.Factor - 1) / row.phases.Factor
	row.buckets = float64(sets << (row.window - 1))
	return row, nil
}

func printSize(rows []tuneRow, planned tuneRow) {
	best := slices.MinFunc(rows, func(a, b tuneRow) int { return int(a.median - b.median) })
	fmt.Printf("2^%-3d planned: %d bits, %.2f ms; best: %d bits, %.2f ms;", rows[0].size,
		planned.window, milliseconds(planned.median), best.window, milliseconds(best.median))
	for _, row := range rows {
		fmt.Printf("  %d: %.2f", row.window, milliseconds(row.median))
	}
	fmt.Println()
}

// printCosts fits the phases at the largest size, where throughput decides and not latency.
func printCosts(rows []tuneRow) {
	largest := rows[len(rows)-1].size
	var addition, partition, bucket []float64
	for _, row := range rows {
		if row.size != largest {
			continue
		}
		addition = append(addition, row.phases.Accumulate/row.entries)
		partition = append(partition, row.phases.Partition/row.entries)
		bucket = append(bucket, row.phases.Reduce/row.buckets)
	}
	unit := slices.Min(addition)
	fmt.Printf("an addition takes %.0f ps at best; entryCost %.2f, bucketCost %.1f (medians over the widths at 2^%d)\n",
		unit*1e9, 1+median(partition)/unit, median(bucket)/unit, largest)
}

func median(x []float64) float64 {
	slices.Sort(x)
	return x[len(x)/2]
}
