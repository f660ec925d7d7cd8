package results

import (
	"fmt"
	"io"
	"strings"

	"golang.org/x/perf/benchfmt"
)

// WriteBenchstat writes rows in the format of Go's benchmarks, which benchstat reads. There is a
// line for each run, and the machine as configuration. Times of gnark's provers and of gnark-crypto
// are benchmarks of their own, with system=gnark.
func WriteBenchstat(w io.Writer, rows []Row) error {
	out := benchfmt.NewWriter(w)
	for _, row := range rows {
		for _, series := range row.Series() {
			for _, ms := range series.Runs {
				result := &benchfmt.Result{
					Config: row.Machine.config(),
					Name:   benchfmt.Name(fmt.Sprintf("%s-%d", series.Name, row.Machine.Threads)),
					Iters:  1,
					Values: []benchfmt.Value{
						{Value: ms / 1e3, Unit: "sec/op", OrigValue: ms * 1e6, OrigUnit: "ns/op"}},
				}
				if err := out.Write(result); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// Series is the runs of one thing under its full name, in milliseconds.
type Series struct {
	Name string
	Runs []float64
}

// Series returns the series of times that the row has. The names say all that was asked for, so
// that equal names are the same configuration; a flag that was left alone is not named.
func (r *Row) Series() []Series {
	var all []Series
	add := func(system, name string, s *Sample) {
		if s != nil && len(s.Runs) > 0 {
			kind, rest, _ := strings.Cut(name, "/")
			all = append(all, Series{kind + "/system=" + system + "/" + rest, s.Runs})
		}
	}
	if r.MSM != nil {
		add("gnark-accel", r.MSM.name(), &r.MSM.Time)
		add("gnark", r.MSM.name(), r.MSM.GnarkCrypto)
		add("unchecked", r.MSM.name(), r.MSM.Unchecked)
	}
	if r.NTT != nil {
		add("gnark-accel", r.NTT.name(), &r.NTT.Time)
		add("gnark", r.NTT.name(), r.NTT.GnarkCrypto)
	}
	if r.Proof != nil {
		add("gnark-accel", r.Proof.name(), &r.Proof.Prove)
		add("verification", r.Proof.name(), r.Proof.Verification)
		add("unverified", r.Proof.name(), r.Proof.Unverified)
		add("gnark", r.Proof.name(), r.Proof.Gnark)
		add("solver", r.Proof.name(), &r.Proof.Solve)
	}
	if r.Solve != nil {
		add("gnark-accel", r.Solve.name(), &r.Solve.Ours)
		add("gnark", r.Solve.name(), &r.Solve.Gnark)
	}
	if r.Key != nil {
		add("gnark-accel", r.Key.name(), &r.Key.Time)
		add("gnark", r.Key.name(), r.Key.Gnark)
	}
	if r.Ceremony != nil {
		add("gnark-accel", r.Ceremony.name(), &r.Ceremony.Time)
		add("gnark", r.Ceremony.name(), r.Ceremony.Gnark)
	}
	if r.Points != nil {
		add("gnark-accel", r.Points.name(), &r.Points.Time)
		add("gnark", r.Points.name(), r.Points.GnarkCrypto)
	}
	if r.First != nil {
		add("gnark-accel", r.First.name(), &r.First.Time)
		add("gnark", r.First.name(), r.First.Gnark)
	}
	return all
}

func (m *MSM) name() string {
	n := fmt.Sprintf("MSM/curve=%s/group=%s/log2=%d/scalars=%s/mode=%s", m.Curve, m.Group, m.Log2,
		m.Distribution, m.Mode)
	n += unless(1, "batch", m.Batch) + unless(1, "callers", m.Callers) +
		unless(0, "devices", m.Devices) + unless(false, "checked", m.Checked)
	return n + unless(0, "window", m.WindowAsked) + unless(0, "factor", m.FactorAsked) +
		unless(0, "memory", m.MemoryLimit)
}

func (n *NTT) name() string {
	return fmt.Sprintf("NTT/curve=%s/log2=%d/transform=%s", n.Curve, n.Log2, n.Transform)
}

func (p *Proof) name() string {
	n := fmt.Sprintf("Proof/scheme=%s/curve=%s/circuit=%s/constraints=%d", p.Scheme, p.Curve,
		p.Circuit, p.Constraints)
	n += unless(1, "concurrency", p.Concurrency) + unless(0, "stream", p.Stream) +
		unless(0, "devices", p.Devices) + unless(0, "memory", p.MemoryLimit)
	return n + unless(0, "minSize", p.MinSize) + unless(false, "statisticalZK", p.StatisticalZK) +
		unless(0, "commitments", p.Commitments) + unless(false, "prepared", p.Prepared) +
		unless(false, "keyless", p.Keyless)
}

// unless names a setting that is not the usual one.
func unless[T comparable](usual T, name string, value T) string {
	if value == usual {
		return ""
	}
	return fmt.Sprintf("/%s=%v", name, value)
}

// config is the machine as benchstat's configuration.
func (m *Machine) config() []benchfmt.Config {
	var all []benchfmt.Config
	add := func(key, value string) {
		if value != "" {
			all = append(all, benchfmt.Config{Key: key, Value: []byte(value), File: true})
		}
	}
	add("goos", m.OS)
	add("goarch", m.Arch)
	add("cpu", m.CPU)
	add("device-kind", string(m.Device.Kind))
	add("device", m.Device.Name)
	add("driver", m.Device.Driver)
	add("go", m.Go)
	add("revision", m.Revision)
	return all
}
