package msm

import (
	"context"
	"errors"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/gnark-accel/gnark-accel/accel/cuda"
	"github.com/gnark-accel/gnark-accel/bench/internal/host"
	"github.com/gnark-accel/gnark-accel/bench/internal/logbook"
	"github.com/gnark-accel/gnark-accel/bench/internal/measure"
	"github.com/gnark-accel/gnark-accel/bench/internal/progress"
	"github.com/gnark-accel/gnark-accel/bench/internal/results"
	"github.com/gnark-accel/gnark-accel/bench/subjects"
)

func run(t *testing.T, s Settings) (rows []results.Row, r *measure.Recorder) {
	t.Helper()
	if err := s.Check(); err != nil {
		t.Fatal(err)
	}
	r = &measure.Recorder{Context: t.Context(), Progress: progress.New(io.Discard, s.Weight()),
		Row: func(row results.Row) error {
			rows = append(rows, row)
			return nil
		}}
	if err := s.Run(r); err != nil {
		t.Fatal(err)
	}
	return rows, r
}

func TestRows(t *testing.T) {
	s := Default()
	s.Backend = host.CPU
	s.Groups = []string{"bn254/g1", "bw6-761/g2"}
	s.Sizes = []int{3, 5}
	s.Runs = 3
	for name, change := range map[string]func(*Settings){
		"resident": func(*Settings) {},
		"one-shot": func(s *Settings) { s.OneShot = true },
		"batch":    func(s *Settings) { s.Batch = 3 },
		"callers":  func(s *Settings) { s.Callers = 2 },
		"checked":  func(s *Settings) { s.Checked = true },
	} {
		t.Run(name, func(t *testing.T) {
			s := s
			change(&s)
			rows, _ := run(t, s)
			if len(rows) != 8 { // groups, sizes and distributions
				t.Fatalf("%d rows", len(rows))
			}
			for _, row := range rows {
				m := row.MSM
				if row.Machine.Device.Kind != results.CPU || m.Plan != nil || m.Rates != nil ||
					m.GnarkCrypto != nil {
					t.Errorf("a row of the CPU alone: %+v", row)
				}
				if len(m.Time.Runs) != 3 || m.Time.Min <= 0 || m.Batch != s.Batch ||
					m.Callers != s.Callers || (m.Mode == results.OneShot) != s.OneShot ||
					m.Checked != s.Checked || (m.Unchecked != nil) != s.Checked {
					t.Errorf("row %+v", m)
				}
			}
		})
	}
}

func TestBudget(t *testing.T) {
	s := Default()
	s.Backend, s.Sizes, s.Runs = host.CPU, []int{2, 3}, 1
	var rows []results.Row
	r := &measure.Recorder{Context: t.Context(), Progress: progress.New(io.Discard, s.Weight()),
		Deadline: time.Now().Add(time.Hour)}
	r.Row = func(row results.Row) error {
		rows = append(rows, row)
		r.Deadline = time.Now() // after the first step
		return nil
	}
	if err := s.Run(r); err != nil {
		t.Fatal(err)
	}
	if len(rows) != 2 || len(r.Skipped) != 1 || !strings.Contains(r.Skipped[0], "2^3") {
		t.Errorf("%d rows, left out %v", len(rows), r.Skipped)
	}
}

// wrong computes something else.
type wrong struct{ subjects.Subject }

func (wrong) Draw(string) error { return nil }

func (wrong) Resident() (time.Duration, error) { return time.Millisecond, subjects.ErrWrong }

// TestWrongResults: a wrong result is no row.
func TestWrongResults(t *testing.T) {
	s := Default()
	engine, err := s.open(new(logbook.Book))
	if err != nil {
		t.Fatal(err)
	}
	defer engine.Close()
	one := &series{Settings: &s, recorder: &measure.Recorder{Context: context.Background()},
		engine: engine, log: new(logbook.Book), group: "bn254/g1", subject: wrong{}}
	emit := func(row results.Row) error {
		t.Errorf("row %+v", row.MSM)
		return nil
	}
	if err := one.distribution("uniform", emit); !errors.Is(err, subjects.ErrWrong) {
		t.Error(err)
	}
}

// TestPhases: times in the engine's log become medians, and rates for uniform scalars.
func TestPhases(t *testing.T) {
	book := new(logbook.Book)
	log := book.Logger()
	for _, ms := range []time.Duration{1, 3, 2} {
		log.Debug().Int("window", 15).Int("factor", 4).Int("chunks", 2).
			Dur("upload", ms*time.Millisecond).Dur("partition", 2*ms*time.Millisecond).
			Dur("accumulate", 10*ms*time.Millisecond).Dur("reduce", 4*ms*time.Millisecond).
			Dur("took", 20*ms*time.Millisecond).Msg("msm done")
	}
	s := Default()
	subject, err := subjects.New("bn254/g1")
	if err != nil {
		t.Fatal(err)
	}
	one := &series{Settings: &s, log: book, group: "bn254/g1", size: 20, subject: subject,
		limit: 2e9, formula: "pairs"}
	row := one.asked("uniform", results.Resident)
	row.Time = results.NewSample([]time.Duration{34 * time.Millisecond})
	one.describe(row, one.logged())
	if got, want := *row.Phases, (results.Phases{Upload: 2, Partition: 4, Accumulate: 20, Reduce: 8,
		Total: 40}); got != want {
		t.Errorf("phases %+v, want %+v", got, want)
	}
	if got, want := *row.Plan, (results.Plan{Window: 15, Factor: 4, Chunks: 2}); got != want {
		t.Errorf("plan %+v, want %+v", got, want)
	}
	// 17 windows of 15 bits in 254: 17·2²⁰ additions in 20 ms, of 2·10⁹ a second.
	additions := 17 * float64(1<<20) / 0.02
	if got, want := *row.Rates, (results.Rates{Additions: additions, Limit: 2e9, Formula: "pairs",
		Share: additions / 2e9, Whole: 17 * float64(1<<20) / 0.034 / 2e9}); got != want {
		t.Errorf("rates %+v, want %+v", got, want)
	}
	witness := one.asked("witness", results.Resident)
	one.describe(witness, []cuda.Report{{Window: 15, Accumulate: time.Millisecond}})
	if witness.Rates != nil {
		t.Error("rates of scalars that are zero in part")
	}
}

func TestSettingsThatAreRefused(t *testing.T) {
	for name, change := range map[string]func(*Settings){
		"size":    func(s *Settings) { s.Sizes = []int{29} },
		"runs":    func(s *Settings) { s.Runs = 0 },
		"batch":   func(s *Settings) { s.Batch, s.OneShot = 2, true },
		"device":  func(s *Settings) { s.OnDevice, s.OneShot = true, true },
		"callers": func(s *Settings) { s.Callers = 0 },
		"threads": func(s *Settings) { s.Threads = -1 },
	} {
		s := Default()
		change(&s)
		if err := s.Check(); !errors.Is(err, ErrSettings) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
