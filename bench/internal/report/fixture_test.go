package report

import (
	"math"
	"os"
	"testing"
	"time"

	"github.com/gnark-accel/gnark-accel/bench/internal/results"
)

// machine of a kind, for rows that no machine has measured.
func machine(kind results.Kind) results.Machine {
	m := results.Machine{
		Device: results.Device{Kind: kind}, CPU: "Test <CPU> & Co", Cores: 16, Threads: 16,
		OS: "linux", Arch: "amd64", Kernel: "6.1", Go: "go1.25", Revision: "0123456789ab",
	}
	switch kind {
	case results.GPU:
		m.Device = results.Device{Kind: kind, Name: "Test GPU 80GB", Capability: "9.0",
			Memory: 80e9, Driver: "580.95.05", CUDA: "13.0"}
	case results.Emulator:
		m.Device.Name = "CUDA emulator"
	}
	return m
}

func sample(ms float64) results.Sample {
	at := func(share float64) time.Duration {
		return time.Duration(ms * share * float64(time.Millisecond))
	}
	return results.NewSample([]time.Duration{at(1.02), at(1), at(0.99), at(1.05), at(1), at(0.98),
		at(1)})
}

// dear is the time of a group's sum as a multiple of the first group's.
var dear = map[string]float64{"bn254": 1, "bls12-377": 2, "bw6-761": 6, "g1": 1, "g2": 2.6}

// sum is an MSM that takes a nanosecond a point, or more over other groups.
func sum(kind results.Kind, curve, group string, log2 int, change func(*results.MSM)) results.Row {
	ms := 0.2 + 1e-6*math.Exp2(float64(log2))*dear[curve]*dear[group]
	m := &results.MSM{
		Curve: curve, Group: group, Log2: log2, Distribution: "uniform", Mode: results.Resident,
		Batch: 1, Callers: 1,
		Time: sample(ms), Load: 10 * ms, BytesUp: 32 << log2, DeviceBytes: 640 << log2,
	}
	if kind != results.CPU {
		m.Plan = &results.Plan{Window: 16, Factor: 4, Chunks: 2}
		m.Phases = &results.Phases{Upload: ms / 2, Partition: ms / 5, Accumulate: ms / 2,
			Reduce: ms / 10, Total: ms}
		cpu := sample(100 * ms)
		m.GnarkCrypto = &cpu
	}
	if kind == results.GPU {
		m.Rates = &results.Rates{Additions: 5.5e9, Limit: 6e9, Share: 0.92, Whole: 0.7,
			Formula: "XYZZ, 8M + 2S"}
	}
	if change != nil {
		change(m)
	}
	return results.Row{Schema: results.Schema, Date: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC),
		Machine: machine(kind), MSM: m}
}

// transform takes a tenth of a nanosecond an element.
func transform(kind results.Kind, curve, name string, log2 int) results.Row {
	ms := 1e-7*math.Exp2(float64(log2))*dear[curve] + 0.01
	n := &results.NTT{Curve: curve, Log2: log2, Transform: name, Queued: 16, Warmup: 2,
		Time: sample(ms)}
	if kind != results.CPU {
		cpu := sample(50 * ms)
		n.GnarkCrypto = &cpu
	}
	return results.Row{Schema: results.Schema, Date: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC),
		Machine: machine(kind), NTT: n}
}

// witness takes ten nanoseconds a constraint to solve.
func witness(builder string, constraints, threads int) results.Row {
	ms := 1e-5 * float64(constraints)
	s := &results.Solve{
		Circuit: "keccak", Builder: builder, Curve: "bn254", Threads: threads, Clock: results.Wall,
		Constraints: constraints, Wires: constraints + 2,
		GnarkMS: 4 * ms, OursMS: ms, Ratio: 4, Gnark: sample(4 * ms), Ours: sample(ms),
		First: 2 * ms, TranslationMS: 5 * ms, ProgramBytes: 30e6, GnarkBytes: 80e6,
	}
	return results.Row{Schema: results.Schema, Date: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC),
		Machine: machine(results.CPU), Solve: s}
}

// key takes a microsecond a constraint.
func key(
	kind results.Kind, step results.KeyStep, form, scheme string, constraints int,
) results.Row {
	ms := 1e-3 * float64(constraints)
	gnark := sample(40 * ms)
	k := &results.Key{
		Step: step, Form: form, Scheme: scheme, Curve: "bn254", Circuit: "mimc",
		Wanted: constraints, Size: "1 hash", Constraints: constraints, Bytes: 300e6,
		First: 2 * ms, Time: sample(ms), Gnark: &gnark, DeviceBytes: 1e9,
		HostBytes: 700e6, GnarkHostBytes: 900e6,
	}
	return results.Row{Schema: results.Schema, Date: time.Date(2026, 1, 3, 3, 4, 5, 0, time.UTC),
		Machine: machine(kind), Key: k}
}

// manyPoints take a microsecond each.
func manyPoints(kind results.Kind, group, operation string, log2 int) results.Row {
	ms := 1e-3 * float64(int(1)<<log2)
	p := &results.Points{Operation: operation, Curve: "bn254", Group: group, Log2: log2,
		First: 2 * ms, Time: sample(ms), DeviceBytes: 1e9}
	if group == "g1" {
		gnark := sample(50 * ms)
		p.GnarkCrypto = &gnark
	} else {
		p.MemoryLimit = 1 << 28
	}
	return results.Row{Schema: results.Schema, Date: time.Date(2026, 1, 3, 3, 4, 5, 0, time.UTC),
		Machine: machine(kind), Points: p}
}

// contribution takes a microsecond a constraint.
func contribution(kind results.Kind, step results.CeremonyStep, phase int) results.Row {
	c := &results.Ceremony{
		Step: step, Phase: phase, Curve: "bn254", Circuit: "mimc", Wanted: 1 << 20,
		Constraints: 1 << 20, Bytes: 200e6, First: 2000, Time: sample(1000), DeviceBytes: 1e9,
	}
	if kind == results.GPU {
		gnark := sample(50_000)
		c.Gnark = &gnark
	}
	return results.Row{Schema: results.Schema, Date: time.Date(2026, 1, 3, 3, 4, 5, 0, time.UTC),
		Machine: machine(kind), Ceremony: c}
}

// verifiedProof takes a second on a GPU, and lacks gnark's elsewhere.
func verifiedProof(kind results.Kind) results.Row {
	f := &results.First{Form: "compressed", Scheme: "groth16", Curve: "bn254", Circuit: "mimc",
		Wanted: 1 << 20, Size: "1 hash", Constraints: 1 << 20, KeyBytes: 200e6, CircuitBytes: 90e6,
		Time: sample(1000), HostBytes: 2e9, Spans: []results.Span{
			{Track: results.TrackRounds, Name: "start", Took: 100},
			{Track: results.TrackRounds, Name: "<key>", Start: 100, Took: 500},
		}}
	if kind == results.GPU {
		gnark := sample(20000)
		f.Gnark, f.GnarkHostBytes, f.GnarkSpans = &gnark, 3e9, f.Spans
	} else {
		f.Trusted = true
	}
	return results.Row{Schema: results.Schema, Date: time.Date(2026, 1, 3, 3, 4, 5, 0, time.UTC),
		Machine: machine(kind), First: f}
}

// proof takes 150 nanoseconds a constraint.
func proof(kind results.Kind, scheme string, constraints int,
	change func(*results.Proof)) results.Row {
	ms := 150e-6 * float64(constraints)
	gnark := sample(20 * ms)
	p := &results.Proof{
		Circuit: "mimc", Scheme: scheme, Curve: "bn254", Wanted: constraints, Concurrency: 1,
		Size: "1 hash", Constraints: constraints,
		Load: 3 * ms, First: 5 * ms, FirstSolve: ms, Solve: sample(ms / 3), Prove: sample(ms),
		Gnark:      &gnark,
		CPUSeconds: ms / 500, GnarkCPUSeconds: ms / 5,
		PerMinute: 6e4 / ms, GnarkPerMinute: 3e3 / ms, DeviceSums: 5, KeyBytes: 1e9,
		DeviceBytes: 2e9, Proofs: 20, Verified: 20,
		Spans: []results.Span{
			{Track: results.TrackRounds, Name: results.RoundSolver, Start: 0, Took: ms / 3},
			{Track: results.TrackRounds, Name: "sums & <quotient>", Start: ms / 3,
				Took: 2 * ms / 3},
			{Track: results.TrackSums, Name: "G1 2^20", Start: ms / 2, Took: ms / 3},
			{Track: results.TrackSums, Name: "G2 2^20", Start: ms / 2.5, Took: ms / 2},
			{Track: results.TrackVectors, Name: "quotient", Start: ms / 3, Took: ms / 9},
		},
	}
	if change != nil {
		change(p)
	}
	return results.Row{Schema: results.Schema, Date: time.Date(2026, 1, 3, 3, 4, 5, 0, time.UTC),
		Machine: machine(kind), Proof: p}
}

// everything is rows of all kinds of devices, settings and schemes.
func everything() (rows []results.Row) {
	for _, kind := range []results.Kind{results.CPU, results.Emulator, results.GPU} {
		for _, size := range []int{16, 18, 20, 22} {
			for _, group := range []string{"g1", "g2"} {
				for _, curve := range []string{"bn254", "bls12-377", "bw6-761"} {
					rows = append(rows, sum(kind, curve, group, size, nil))
				}
			}
			rows = append(rows,
				sum(kind, "bn254", "g1", size, func(m *results.MSM) { m.Distribution = "witness" }),
				sum(kind, "bn254", "g1", size,
					func(m *results.MSM) {
						m.Mode = results.OneShot
						m.GnarkCrypto = nil
						m.Time = sample(2 * m.Time.Median)
					}),
				sum(kind, "bn254", "g1", size,
					func(m *results.MSM) {
						m.Batch, m.GnarkCrypto, m.Time = 8, nil, sample(m.Time.Median/2)
					}))
			rows = append(rows, transform(kind, "bn254", "forward", size),
				transform(kind, "bw6-761", "on-coset", size))
			for _, scheme := range []string{"groth16", "plonk"} {
				rows = append(rows, proof(kind, scheme, 1<<size-100, nil))
			}
		}
		rows = append(rows, proof(kind, "plonk", 1<<18,
			func(p *results.Proof) { p.Concurrency, p.Spans = 4, nil }))
	}
	rows = append(rows, witness("r1cs", 1<<16, 1), witness("scs", 1<<16, 16),
		key(results.GPU, results.Setup, "", "groth16", 1<<20),
		key(results.CPU, results.Load, "raw", "plonk", 1<<20),
		verifiedProof(results.GPU), verifiedProof(results.CPU),
		manyPoints(results.GPU, "g1", "multiples", 20),
		manyPoints(results.CPU, "g2", "lagrange", 10),
		contribution(results.GPU, results.Contribute, 1),
		contribution(results.CPU, results.Verify, 2))
	return rows
}

// peers are the figures that are committed.
func peers(t testing.TB) *Peers {
	t.Helper()
	file, err := os.Open("../../peers.json")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	p, err := ReadPeers(file)
	if err != nil {
		t.Fatal(err)
	}
	return p
}
