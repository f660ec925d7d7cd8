package main

import (
	"context"
	"fmt"
	"io"
	"slices"

	"github.com/gnark-accel/gnark-accel/bench/internal/host"
	"github.com/gnark-accel/gnark-accel/bench/internal/msm"
	"github.com/gnark-accel/gnark-accel/bench/internal/results"
	"github.com/gnark-accel/gnark-accel/bench/subjects"
)

// tuneRow is one measured width of the windows.
type tuneRow struct {
	*results.MSM
	entries, buckets float64
}

// tuneHelp is the beginning of tune -h.
const tuneHelp = `bench tune prints the costs that plans are made with, from sums at all widths.

    bench tune
    bench tune -group bls12-381/g1 -sizes 18,20 -windows 13-18
`

// tune measures MSMs at all sensible window widths and prints the costs that plans are made with.
// Their unit is the addition of a point to a bucket, as in accel/cuda/plan.
func tune(ctx context.Context, args []string, stdout, _ io.Writer) error {
	f := newFlags("tune", tuneHelp, stdout)
	group := f.String("group", "bn254/g1", "curve and group")
	sizes := f.String("sizes", "16,18,20,22", "sizes, as powers of two, separated by commas")
	windows := f.String("windows", "14-21", "first and last width of the windows")
	runs := f.Int("runs", 5, "measured runs a width")
	if err := parse(f, args); err != nil {
		return err
	}
	first, last, err := parseRange(*windows)
	if err != nil {
		return err
	}
	exponents, err := integers(*sizes)
	if err != nil {
		return err
	}
	subject, err := subjects.New(*group)
	if err != nil {
		return err
	}
	s := msm.Default()
	s.Backend, s.Sizes, s.Runs = host.CUDA, exponents, *runs
	if err := s.Check(); err != nil {
		return err
	}
	var rows []tuneRow
	for _, size := range exponents {
		if err := subject.Prepare(1 << size); err != nil {
			return err
		}
		if err := subject.Draw("uniform"); err != nil {
			return err
		}
		var ofSize []tuneRow
		measure := func(window int) error {
			s.Window = window
			row, err := s.Resident(ctx, subject, *group, size)
			if err == nil {
				ofSize = append(ofSize, newTuneRow(subject, row))
			}
			return err
		}
		// 0 lets the plan choose
		for _, window := range append([]int{0}, widths(first, last)...) {
			if err := measure(window); err != nil {
				return err
			}
		}
		printSize(stdout, ofSize[1:], ofSize[0])
		rows = append(rows, ofSize[1:]...)
	}
	printCosts(stdout, rows)
	return nil
}

func parseRange(s string) (first, last int, err error) {
	if _, err := fmt.Sscanf(s, "%d-%d", &first, &last); err != nil || first > last {
		return 0, 0, fmt.Errorf("%q is not a range of widths", s)
	}
	return first, last, nil
}

func widths(first, last int) (all []int) {
	for w := first; w <= last; w++ {
		all = append(all, w)
	}
	return all
}

func newTuneRow(subject subjects.Subject, row *results.MSM) tuneRow {
	windows := subject.Windows(row.Plan.Window)
	sets := (windows + row.Plan.Factor - 1) / row.Plan.Factor
	return tuneRow{row, float64(int(1)<<row.Log2) * float64(windows),
		float64(sets << (row.Plan.Window - 1))}
}

func printSize(w io.Writer, rows []tuneRow, planned tuneRow) {
	best := slices.MinFunc(rows, func(a, b tuneRow) int {
		return int(1e6 * (a.Time.Median - b.Time.Median))
	})
	fmt.Fprintf(w, "2^%-3d planned: %d bits, %.2f ms; best: %d bits, %.2f ms;", planned.Log2,
		planned.Plan.Window, planned.Time.Median, best.Plan.Window, best.Time.Median)
	for _, row := range rows {
		fmt.Fprintf(w, "  %d: %.2f", row.Plan.Window, row.Time.Median)
	}
	fmt.Fprintln(w)
}

// printCosts fits the phases at the largest size, where throughput decides and not latency.
func printCosts(w io.Writer, rows []tuneRow) {
	largest := rows[len(rows)-1].Log2
	var addition, partition, bucket []float64
	for _, row := range rows {
		if row.Log2 != largest {
			continue
		}
		addition = append(addition, row.Phases.Accumulate/row.entries)
		partition = append(partition, row.Phases.Partition/row.entries)
		bucket = append(bucket, row.Phases.Reduce/row.buckets)
	}
	unit := slices.Min(addition)
	fmt.Fprintf(w, "an addition takes %.0f ps at best; entryCost %.2f, bucketCost %.1f (medians "+
		"over the widths at 2^%d)\n",
		unit*1e9, 1+results.Median(partition)/unit, results.Median(bucket)/unit, largest)
}
