package prove

import (
	"fmt"
	"io"

	"github.com/gnark-accel/gnark-accel/bench/internal/results"
)

const (
	heading = "%8s %10s %11s %11s %8s %9s %9s %9s %9s %7s %9s %9s %12s %7s %9s %8s %8s " +
		"%8s %8s %8s %7s %8s %8s %8s %9s\n"
	line = "%8s %10s %11s %11d %8s %9.1f %9.1f %9.1f %9.1f %7s %9s %9s %12s %7s %9s %8s " +
		"%8.2f %8s %8.0f %8s %7s %8.0f %8.0f %8s %9s\n"
)

// WriteHeading writes the heading of the table.
func WriteHeading(w io.Writer) error {
	_, err := fmt.Fprintf(w, heading, "scheme", "curve", "circuit", "constraints", "at once",
		"first ms", "solve ms", "median ms", "min ms",
		"spread", "verify ms", "without", "gnark-solved", "times", "gnark ms", "times", "CPU s",
		"gnark's", "a minute", "gnark's", "idle", "peak MB", "host MB", "gnark's",
		"verified")
	return err
}

// WriteRow writes a row as a line of the table. What is not known is a dash.
func WriteRow(w io.Writer, p *results.Proof) error {
	gnark, times, cpu, perMinute, hostMB := "–", "–", "–", "–", "–"
	if p.Gnark != nil {
		gnark = fmt.Sprintf("%.1f", p.Gnark.Median)
		times = fmt.Sprintf("%.1f", p.Gnark.Median/p.Prove.Median)
		cpu = fmt.Sprintf("%.2f", p.GnarkCPUSeconds)
		perMinute = fmt.Sprintf("%.0f", p.GnarkPerMinute)
		hostMB = fmt.Sprintf("%.0f", float64(p.GnarkHostBytes)/1e6)
	}
	solved, solvedTimes := median(p.GnarkSolver), "–"
	if p.GnarkSolver != nil {
		solvedTimes = fmt.Sprintf("%.1f", p.GnarkSolver.Median/p.Prove.Median)
	}
	idle, atOnce := "–", fmt.Sprint(p.Concurrency)
	if p.Stream > 0 {
		atOnce = "stream"
	}
	if p.Device != nil {
		idle = fmt.Sprintf("%.0f %%", 100*p.Device.Idle)
	}
	_, err := fmt.Fprintf(w, line, p.Scheme, p.Curve, p.Circuit, p.Constraints, atOnce, p.First,
		p.Solve.Median, p.Prove.Median, p.Prove.Min,
		fmt.Sprintf("%.0f %%", 100*p.Prove.Spread), median(p.Verification), median(p.Unverified),
		solved, solvedTimes, gnark, times, p.CPUSeconds, cpu, p.PerMinute, perMinute, idle,
		float64(p.DeviceBytes)/1e6, float64(p.HostBytes)/1e6, hostMB,
		fmt.Sprintf("%d/%d", p.Verified, p.Proofs))
	return err
}

func median(s *results.Sample) string {
	if s == nil {
		return "–"
	}
	return fmt.Sprintf("%.2f", s.Median)
}
