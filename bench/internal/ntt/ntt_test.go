package ntt

import (
	"io"
	"testing"

	"github.com/gnark-accel/gnark-accel/bench/internal/host"
	"github.com/gnark-accel/gnark-accel/bench/internal/measure"
	"github.com/gnark-accel/gnark-accel/bench/internal/progress"
	"github.com/gnark-accel/gnark-accel/bench/internal/results"
)

// run returns the rows of settings.
func run(t *testing.T, s Settings) (rows []results.Row) {
	t.Helper()
	if err := s.Check(); err != nil {
		t.Fatal(err)
	}
	recorder := &measure.Recorder{Context: t.Context(),
		Progress: progress.New(io.Discard, s.Weight()), Row: func(row results.Row) error {
			rows = append(rows, row)
			return nil
		}}
	if err := s.Run(recorder); err != nil {
		t.Fatal(err)
	}
	return rows
}

func TestRowsOfTheCPU(t *testing.T) {
	s := Default()
	s.Backend, s.Curves, s.Sizes, s.Runs = host.CPU, []string{"bn254", "bw6-761"}, []int{1, 5}, 3
	rows := run(t, s)
	if len(rows) != 2*2*3 {
		t.Fatalf("%d rows", len(rows))
	}
	seen := map[string]bool{}
	for _, row := range rows {
		n := *row.NTT
		if len(n.Time.Runs) != 3 || n.Time.Median <= 0 || n.GnarkCrypto != nil ||
			row.Machine.Device.Kind != results.CPU {
			t.Errorf("%+v", n)
		}
		key := row.Series()[0].Name
		if seen[key] {
			t.Errorf("twice: %+v", n)
		}
		seen[key] = true
	}
}

func TestSettingsThatAreRefused(t *testing.T) {
	for name, change := range map[string]func(*Settings){
		"curve":    func(s *Settings) { s.Curves = []string{"bn254", "secp256k1"} },
		"size":     func(s *Settings) { s.Sizes = []int{0} },
		"runs":     func(s *Settings) { s.Runs = 0 },
		"queued":   func(s *Settings) { s.Queued = 0 },
		"CPU runs": func(s *Settings) { s.CPURuns = -1 },
	} {
		s := Default()
		change(&s)
		if err := s.Check(); err == nil {
			t.Errorf("%s: accepted", name)
		}
	}
}
