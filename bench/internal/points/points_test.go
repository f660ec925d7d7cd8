package points

import (
	"errors"
	"io"
	"testing"

	"github.com/gnark-accel/gnark-accel/bench/internal/measure"
	"github.com/gnark-accel/gnark-accel/bench/internal/progress"
	"github.com/gnark-accel/gnark-accel/bench/internal/results"
	"github.com/gnark-accel/gnark-accel/bench/subjects"
)

// TestRows makes a few points on whatever is there.
func TestRows(t *testing.T) {
	s := Default()
	s.Sizes, s.Runs = []int{0, 3}, 2
	if err := s.Check(); err != nil {
		t.Fatal(err)
	}
	names := map[string]bool{}
	recorder := &measure.Recorder{Context: t.Context(),
		Progress: progress.New(io.Discard, s.Weight()), Row: func(row results.Row) error {
			p := row.Points
			gnarks := p.Operation == string(subjects.Multiples) || p.Group == "g1"
			if len(p.Time.Runs) != 2 || p.First <= 0 || (p.GnarkCrypto != nil) != gnarks {
				t.Errorf("%+v", p)
			}
			names[row.Series()[0].Name] = true
			return nil
		}}
	if err := s.Run(recorder); err != nil {
		t.Fatal(err)
	}
	if want := 2 * 2 * 2; len(names) != want {
		t.Errorf("rows %v, want %d", names, want)
	}
}

func TestSettingsThatAreRefused(t *testing.T) {
	for name, change := range map[string]func(*Settings){
		"group":     func(s *Settings) { s.Groups = []string{"bn254/g3"} },
		"operation": func(s *Settings) { s.Operations = []subjects.Operation{"sums"} },
		"size":      func(s *Settings) { s.Sizes = []int{largestSize + 1} },
		"runs":      func(s *Settings) { s.Runs = 0 },
		"gnark's":   func(s *Settings) { s.GnarkRuns = s.Runs + 1 },
	} {
		s := Default()
		change(&s)
		if err := s.Check(); !errors.Is(err, ErrSettings) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
