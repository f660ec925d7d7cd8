package ceremony

import (
	"errors"
	"io"
	"testing"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/bench/internal/measure"
	"github.com/gnark-accel/gnark-accel/bench/internal/progress"
	"github.com/gnark-accel/gnark-accel/bench/internal/results"
	"github.com/gnark-accel/gnark-accel/internal/curves"
)

// TestRows measures small ceremonies on whatever is there.
func TestRows(t *testing.T) {
	s := Default()
	s.Circuit, s.Constraints, s.Runs = "cubic", []int{10}, 2
	s.MinSize = 1
	if !testing.Short() {
		s.Curves = nil
		for _, c := range curves.All() {
			s.Curves = append(s.Curves, c.Folder())
		}
	}
	if err := s.Check(); err != nil {
		t.Fatal(err)
	}
	names := map[string]bool{}
	recorder := &measure.Recorder{Context: t.Context(),
		Progress: progress.New(io.Discard, s.Weight()), Row: func(row results.Row) error {
			c := row.Ceremony
			if len(c.Time.Runs) != 2 || c.Gnark == nil || len(c.Gnark.Runs) != 1 || c.First <= 0 ||
				c.Bytes == 0 || c.Constraints == 0 {
				t.Errorf("%+v", c)
			}
			if row.Machine.Device.Kind != results.CPU && c.DeviceBytes == 0 {
				t.Errorf("no memory of the device: %+v", c)
			}
			names[row.Series()[0].Name] = true
			return nil
		}}
	if err := s.Run(recorder); err != nil {
		t.Fatal(err)
	}
	if want := 4 * len(s.Curves); len(names) != want {
		t.Errorf("rows %v, want %d", names, want)
	}
}

// TestWrongContributionsAreNoticed: gnark refuses a contribution that does not follow.
func TestWrongContributionsAreNoticed(t *testing.T) {
	s := Default()
	engine, err := accel.Open(accel.WithoutDevice())
	if err != nil {
		t.Fatal(err)
	}
	defer engine.Close()
	gnark, our := gnarks[ecc.BN254], ours(ecc.BN254, engine)
	from, err := gnark.begin(4)
	if err != nil {
		t.Fatal(err)
	}
	next, err := our[0].contribute(from)
	if err != nil {
		t.Fatal(err)
	}
	lost := our[0]
	lost.contribute = func([]byte) ([]byte, error) { return our[0].contribute(next) }
	one := &series{&s, t.Context(), engine, func(results.Row) error { return nil }}
	if _, err := one.phase(results.Ceremony{Phase: 1}, from, lost, gnark.phases[0]); err == nil {
		t.Error("a contribution to another one is not noticed")
	}
}

func TestSettingsThatAreRefused(t *testing.T) {
	for name, change := range map[string]func(*Settings){
		"circuit":     func(s *Settings) { s.Circuit = "none" },
		"curve":       func(s *Settings) { s.Curves = []string{"secp256k1"} },
		"constraints": func(s *Settings) { s.Constraints = []int{0} },
		"least size":  func(s *Settings) { s.MinSize = -1 },
		"runs":        func(s *Settings) { s.Runs, s.GnarkRuns = 0, 0 },
		"gnark's":     func(s *Settings) { s.GnarkRuns = s.Runs + 1 },
	} {
		s := Default()
		change(&s)
		if err := s.Check(); !errors.Is(err, ErrSettings) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
