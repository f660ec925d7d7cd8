package prove

import (
	"context"
	"io"
	"slices"
	"testing"
	"time"

	"github.com/gnark-accel/gnark-accel/bench/internal/host"
	"github.com/gnark-accel/gnark-accel/bench/internal/logbook"
	"github.com/gnark-accel/gnark-accel/bench/internal/measure"
	"github.com/gnark-accel/gnark-accel/bench/internal/progress"
	"github.com/gnark-accel/gnark-accel/bench/internal/results"
)

// recorder keeps the rows.
func recorder(ctx context.Context, rows *[]results.Row) *measure.Recorder {
	return &measure.Recorder{Context: ctx, Progress: progress.New(io.Discard, 1),
		Row: func(row results.Row) error {
			*rows = append(*rows, row)
			return nil
		}}
}

func small() Settings {
	s := Default()
	s.Backend = host.CPU
	s.Circuit = "cubic"
	s.Constraints = []int{1}
	s.Proofs = 3
	s.GnarkProofs = 2
	s.Warmup = 1
	return s
}

func TestRows(t *testing.T) {
	for _, scheme := range []string{"groth16", "plonk"} {
		t.Run(scheme, func(t *testing.T) {
			s := small()
			s.Scheme, s.Concurrency = scheme, []int{1, 2}
			if err := s.Check(); err != nil {
				t.Fatal(err)
			}
			var rows []results.Row
			if err := s.Run(recorder(t.Context(), &rows)); err != nil {
				t.Fatal(err)
			}
			if len(rows) != 2 {
				t.Fatalf("%d rows", len(rows))
			}
			for i, p := range []*results.Proof{rows[0].Proof, rows[1].Proof} {
				// The first proof comes first, one to warm up, three of ours, three without
				// verification, and two of gnark's. Of two at once three times as many are ours.
				ours, bare, gnarks := []int{3, 18}[i], []int{3, 0}[i], []int{2, 4}[i]
				if p.Proofs != 2+ours+bare+gnarks || p.Verified != p.Proofs ||
					len(p.Prove.Runs) != ours || len(p.Gnark.Runs) != gnarks {
					t.Errorf("%d proofs, %d verified, %d times, gnark's %d", p.Proofs, p.Verified,
						len(p.Prove.Runs), len(p.Gnark.Runs))
				}
				if p.FirstSolve <= 0 || p.FirstSolve > p.First-p.Load {
					t.Errorf("the first proof after loading took %v, its solver %v", p.First-p.Load,
						p.FirstSolve)
				}
				if p.First < p.Load || p.First <= 0 || p.Solve.Median <= 0 || p.Setup <= 0 ||
					p.Compile <= 0 || p.PerMinute <= 0 || p.GnarkPerMinute <= 0 {
					t.Errorf("times missing: %+v", p)
				}
				if (p.Unverified != nil) != (i == 0) || (p.Verification != nil) != (i == 0) ||
					i == 0 && p.Verification.Median <= 0 {
					t.Errorf("verification %v, without it %v", p.Verification, p.Unverified)
				}
				if p.CPUSeconds <= 0 || p.GnarkCPUSeconds <= 0 {
					t.Errorf("CPU seconds %v, gnark's %v", p.CPUSeconds, p.GnarkCPUSeconds)
				}
				if rows[i].Machine.Device.Kind != results.CPU || p.DeviceBytes != 0 ||
					p.HostPlanned != 0 || p.Constraints == 0 || p.Scheme != scheme {
					t.Errorf("row %+v", rows[i])
				}
			}
			if len(rows[0].Proof.Spans) == 0 || len(rows[1].Proof.Spans) != 0 {
				t.Errorf("%d and %d spans", len(rows[0].Proof.Spans), len(rows[1].Proof.Spans))
			}
		})
	}
}

// TestSettingsOfProofs proves, verifies and tells apart several settings. These are circuits with
// commitments, statistical zero-knowledge, and circuits that are loaded with their keys.
func TestSettingsOfProofs(t *testing.T) {
	names := map[string]bool{}
	for name, change := range map[string]func(*Settings){
		"a commitment":          func(s *Settings) { s.Commitments = 1 },
		"two commitments":       func(s *Settings) { s.Commitments, s.Scheme = 2, "plonk" },
		"zero-knowledge":        func(s *Settings) { s.Scheme, s.StatisticalZK = "plonk", true },
		"loaded with its key":   func(s *Settings) { s.Scheme, s.Prepared = "plonk", true },
		"nothing of all that":   func(s *Settings) { s.Scheme = "plonk" },
		"with gnark's left out": func(s *Settings) { s.GnarkProofs = 0 },
		"without the key":       func(s *Settings) { s.Keyless = true },
	} {
		s := small()
		s.Circuit, s.Proofs, s.GnarkProofs, s.Warmup = "mimc", 1, 1, 0
		change(&s)
		if err := s.Check(); err != nil {
			t.Fatal(name, err)
		}
		var rows []results.Row
		if err := s.Run(recorder(t.Context(), &rows)); err != nil {
			t.Fatal(name, err)
		}
		p := rows[0].Proof
		if p.Commitments != s.Commitments || p.StatisticalZK != s.StatisticalZK ||
			p.Prepared != s.Prepared ||
			p.Keyless != s.Keyless ||
			p.Verified != p.Proofs || p.Proofs != 3+s.GnarkProofs ||
			(p.Gnark != nil) != (s.GnarkProofs > 0) {
			t.Errorf("%s: %+v", name, p)
		}
		if full := rows[0].Series()[0].Name; names[full] {
			t.Errorf("%s: %q is another one's name too", name, full)
		} else {
			names[full] = true
		}
	}
}

// TestGnarkSolver expects as many proofs behind gnark's solver as of ours, with times of their own.
func TestGnarkSolver(t *testing.T) {
	for _, scheme := range []string{"groth16", "plonk"} {
		s := small()
		s.Scheme, s.GnarkSolver = scheme, true
		var rows []results.Row
		if err := s.Run(recorder(t.Context(), &rows)); err != nil {
			t.Fatal(err)
		}
		p := rows[0].Proof
		if p.GnarkSolver == nil || len(p.GnarkSolver.Runs) != s.Proofs || p.Proofs != 2+3*3+2 {
			t.Errorf("%s: %d proofs, behind gnark's solver %+v", scheme, p.Proofs, p.GnarkSolver)
		}
	}
}

// TestStream expects a row for the stream behind the others. Each proof has a share of its time.
func TestStream(t *testing.T) {
	for _, scheme := range []string{"groth16", "plonk"} {
		s := small()
		s.Scheme, s.Stream = scheme, 5
		if err := s.Check(); err != nil {
			t.Fatal(err)
		}
		var rows []results.Row
		start := time.Now()
		if err := s.Run(recorder(t.Context(), &rows)); err != nil {
			t.Fatal(err)
		}
		took := time.Since(start)
		if len(rows) != 2 || rows[0].Proof.Stream != 0 || rows[1].Proof.Stream != 5 {
			t.Fatalf("%s: %d rows", scheme, len(rows))
		}
		// The first proof, a warm-up proof, and the proofs of three streams with verification and
		// three without.
		p := rows[1].Proof
		if p.Proofs != 2+6*5 || p.Unverified == nil || p.Verified != p.Proofs ||
			len(p.Prove.Runs) != 3 ||
			p.Gnark != nil || p.Spans != nil {
			t.Errorf("%s: %+v", scheme, p)
		}
		if slowest, most := slices.Max(p.Prove.Runs), results.Milliseconds(took)/5; slowest <= 0 ||
			slowest > most || p.PerMinute < 60_000/most {
			t.Errorf("%s: a proof took %v ms at most, %v a minute, in %v", scheme, slowest,
				p.PerMinute, took)
		}
		if rows[0].Series()[0].Name == rows[1].Series()[0].Name {
			t.Errorf("%s: both rows are %s", scheme, rows[0].Series()[0].Name)
		}
	}
}

// TestMemoryLimits expects a row for each limit, of one circuit and its key.
func TestMemoryLimits(t *testing.T) {
	s := small()
	s.MemoryLimits = []uint64{0, 1 << 30, 1 << 20}
	var rows []results.Row
	if err := s.Run(recorder(t.Context(), &rows)); err != nil {
		t.Fatal(err)
	}
	if len(rows) != 3 {
		t.Fatalf("%d rows", len(rows))
	}
	for i, row := range rows {
		if p := row.Proof; p.MemoryLimit != s.MemoryLimits[i] || p.Setup != rows[0].Proof.Setup ||
			p.Proofs != 2+3+3+2 || p.Verified != p.Proofs {
			t.Errorf("row %d: %+v", i, p)
		}
	}
}

func TestInterrupt(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	s := small()
	s.Constraints = []int{1, 1, 1}
	var rows []results.Row
	r := recorder(ctx, &rows)
	keep := r.Row
	r.Row = func(row results.Row) error {
		cancel() // while the second is still to come
		return keep(row)
	}
	if err := s.Run(r); !measure.Interrupted(err) {
		t.Errorf("error %v", err)
	}
	if len(rows) != 1 {
		t.Errorf("%d rows are kept, want 1", len(rows))
	}
}

func TestSettingsThatAreRefused(t *testing.T) {
	for name, change := range map[string]func(*Settings){
		"circuit":     func(s *Settings) { s.Circuit = "none" },
		"scheme":      func(s *Settings) { s.Scheme = "stark" },
		"curve":       func(s *Settings) { s.Curve = "secp256k1" },
		"constraints": func(s *Settings) { s.Constraints = []int{0} },
		"memory":      func(s *Settings) { s.MemoryLimits = nil },
		"stream":      func(s *Settings) { s.Stream = -1 },
		"concurrency": func(s *Settings) { s.Concurrency = []int{1, 0} },
		"proofs":      func(s *Settings) { s.Proofs = 0 },
		"gnark's":     func(s *Settings) { s.GnarkProofs = 4 },
		"keyless":     func(s *Settings) { s.Scheme, s.Keyless = "plonk", true },
		"prepared":    func(s *Settings) { s.Prepared = true },
		"commitments": func(s *Settings) { s.Circuit, s.Commitments = "sha256", 1 },
		"negative":    func(s *Settings) { s.Circuit, s.Commitments = "mimc", -1 },
		"zk":          func(s *Settings) { s.StatisticalZK = true },
	} {
		s := small()
		change(&s)
		if err := s.Check(); err == nil {
			t.Errorf("%s: accepted", name)
		}
	}
}

// TestSpans: lines of the log become parts of a proof that end when the line was written.
func TestSpans(t *testing.T) {
	book := new(logbook.Book)
	log := book.Logger()
	start := time.Now()
	log.Debug().Str("group", "bn254_g2").Int("points", 1<<20-5).
		Dur("took", time.Millisecond).Msg("msm done")
	log.Debug().Str("operation", "quotient").Dur("took", time.Millisecond).Msg("vectors done")
	log.Debug().Dur("took", 2*time.Millisecond).Msg("constraint system solver done")
	log.Debug().Dur("solver", 2*time.Millisecond).Dur("wires", 3*time.Millisecond).
		Dur("openings", 4*time.Millisecond).Dur("took", 9*time.Millisecond).
		Dur("verification", 5*time.Millisecond).Msg("prover done")
	want := map[string]results.Span{
		"G2 2^20":  {Track: results.TrackSums, Took: 1},
		"quotient": {Track: results.TrackVectors, Took: 1},
		"solver":   {Track: results.TrackRounds, Took: 2},
		"wires":    {Track: results.TrackRounds, Took: 3},
		"openings": {Track: results.TrackRounds, Took: 4},

		results.RoundVerification: {Track: results.TrackRounds, Took: 5},
	}
	all := spans(book, start.Add(-20*time.Millisecond))
	ends := map[string]float64{}
	for i, s := range all {
		w, ok := want[s.Name]
		if !ok || s.Track != w.Track || s.Took != w.Took || i > 0 && s.Start < all[i-1].Start {
			t.Errorf("span %+v", s)
		}
		ends[s.Name] = s.Start + s.Took
	}
	if len(all) != len(want) {
		t.Errorf("%d spans, want %d", len(all), len(want))
	}
	if ends["wires"]-ends["solver"] < 2.99 || ends["openings"] < 15 || ends["openings"] > 500 {
		t.Errorf("ends %v", ends)
	}
}
