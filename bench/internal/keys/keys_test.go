package keys

import (
	"errors"
	"io"
	"testing"

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

// TestRows measures small keys on whatever is there: setups of both schemes, and files of both
// forms.
func TestRows(t *testing.T) {
	for step, want := range map[results.KeyStep]int{results.Setup: 2, results.Load: 4} {
		s := Default(step)
		s.Constraints, s.Runs, s.MinSize = []int{50}, 2, 1
		rows := run(t, s)
		if len(rows) != want {
			t.Fatalf("%s: %d rows", step, len(rows))
		}
		names := map[string]bool{}
		for _, row := range rows {
			k := row.Key
			if len(k.Time.Runs) != 2 || k.Gnark == nil || len(k.Gnark.Runs) != 1 || k.First <= 0 ||
				k.Bytes == 0 || k.Step != step {
				t.Errorf("%+v", k)
			}
			if row.Machine.Device.Kind != results.CPU && k.DeviceBytes == 0 {
				t.Errorf("no memory of the device: %+v", k)
			}
			names[row.Series()[0].Name] = true
		}
		if len(names) != want {
			t.Errorf("names of rows: %v", names)
		}
	}
}

// TestOtherKeysAreNoticed: keys of two circuits are not the same, and gnark refuses proofs with a
// wrong pair.
func TestOtherKeysAreNoticed(t *testing.T) {
	s := Default(results.Setup)
	for name, scheme := range schemes {
		var pairs [2]pair
		var instances [2]*instance
		var check func(pair, *instance) error
		for k, constraints := range []int{50, 900} {
			i, err := s.newInstance(scheme, constraints)
			if err != nil {
				t.Fatal(err)
			}
			setups, err := scheme.prepare(i.ccs, nil)
			if err != nil {
				t.Fatal(err)
			}
			if pairs[k], err = setups.gnarks(); err != nil {
				t.Fatal(err)
			}
			instances[k], check = i, setups.check
		}
		if err := same(pairs[0].proving, pairs[1].proving); !errors.Is(err, errOther) {
			t.Errorf("%s: %v", name, err)
		}
		if err := check(pairs[1], instances[1]); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		wrong := pair{pairs[1].proving, pairs[0].verifying}
		if err := check(wrong, instances[1]); err == nil {
			t.Errorf("%s: the wrong verifying key is not noticed", name)
		}
	}
}

func TestSettingsThatAreRefused(t *testing.T) {
	for name, change := range map[string]func(*Settings){
		"circuit":     func(s *Settings) { s.Circuit = "none" },
		"curve":       func(s *Settings) { s.Curve = "secp256k1" },
		"scheme":      func(s *Settings) { s.Schemes = []string{"plonk", "none"} },
		"form":        func(s *Settings) { s.Forms = []string{"dump"} },
		"constraints": func(s *Settings) { s.Constraints = []int{0} },
		"least size":  func(s *Settings) { s.MinSize = -1 },
		"runs":        func(s *Settings) { s.Runs, s.GnarkRuns = 0, 0 },
		"gnark's":     func(s *Settings) { s.GnarkRuns = s.Runs + 1 },
	} {
		s := Default(results.Load)
		change(&s)
		if err := s.Check(); !errors.Is(err, ErrSettings) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
