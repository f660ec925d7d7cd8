package first

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/gnark-accel/gnark-accel/bench/internal/measure"
	"github.com/gnark-accel/gnark-accel/bench/internal/progress"
	"github.com/gnark-accel/gnark-accel/bench/internal/results"
)

// program is the first argument of a process that is to be a program.
const program = "program"

// TestMain is the tests, or a program that they start.
func TestMain(m *testing.M) {
	if len(os.Args) < 2 || os.Args[1] != program {
		os.Exit(m.Run())
	}
	var p Program
	f := flag.NewFlagSet(program, flag.ExitOnError)
	f.StringVar((*string)(&p.Of), "program", "", "")
	f.StringVar(&p.Folder, "files", "", "")
	f.StringVar(&p.Scheme, "scheme", "", "")
	f.StringVar(&p.Curve, "curve", "", "")
	f.StringVar((*string)(&p.Backend), "backend", "", "")
	f.BoolVar(&p.Trusted, "trusted", false, "")
	_ = f.Parse(os.Args[2:])
	if err := p.Run(os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(0)
}

// rowsOf returns the rows of settings.
func rowsOf(t *testing.T, s Settings) (rows []results.Row, err error) {
	t.Helper()
	executable, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	s.Command = []string{executable, program}
	recorder := &measure.Recorder{Context: t.Context(),
		Progress: progress.New(io.Discard, s.Weight()), Row: func(row results.Row) error {
			rows = append(rows, row)
			return nil
		}}
	return rows, s.Run(recorder)
}

// TestRows starts programs of both schemes on whatever is there.
func TestRows(t *testing.T) {
	for _, form := range []string{compressed, raw} {
		s := Default()
		s.Schemes, s.Form, s.Constraints, s.Runs = []string{"groth16", "plonk"}, form, []int{50}, 2
		s.Trusted = form == raw
		if err := s.Check(); err != nil {
			t.Fatal(err)
		}
		rows, err := rowsOf(t, s)
		if err != nil || len(rows) != 2 {
			t.Fatalf("%d rows, %v", len(rows), err)
		}
		for _, row := range rows {
			f := row.First
			if len(f.Time.Runs) != 2 || f.Gnark == nil || len(f.Gnark.Runs) != 1 ||
				f.KeyBytes == 0 || f.CircuitBytes == 0 {
				t.Errorf("%+v", f)
			}
			ours := []string{"start", "circuit", "translation", "device", "key", "proof"}
			for who, spans := range map[string][]results.Span{"ours": f.Spans, "": f.GnarkSpans} {
				for _, name := range ours {
					is := func(span results.Span) bool { return span.Name == name }
					ofBoth := name != "translation" && name != "device"
					if slices.ContainsFunc(spans, is) != (ofBoth || who == "ours") {
						t.Errorf("%q of %q: %+v", name, who, spans)
					}
				}
				last := spans[len(spans)-1]
				if last.Name != "verification" || last.End() > f.Time.Median+f.Gnark.Median {
					t.Errorf("%q: the last part is %+v", who, last)
				}
			}
		}
	}
}

// TestProgramsThatFail: the error of a program is that of the measurement.
func TestProgramsThatFail(t *testing.T) {
	s := Default()
	s.Constraints, s.Runs, s.GnarkRuns = []int{50}, 1, 0
	s.Command = []string{"/no/such/program"}
	recorder := &measure.Recorder{Context: t.Context(), Progress: progress.New(io.Discard, 1)}
	if err := s.Run(recorder); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("no program: %v", err)
	}
	for want, p := range map[string]Program{
		"scheme":         {Of: Ours, Scheme: "none", Curve: "bn254"},
		"curve":          {Of: Ours, Scheme: "plonk", Curve: "secp256k1"},
		"ours and gnark": {Of: "theirs", Scheme: "plonk", Curve: "bn254"},
		"no such file":   {Of: Gnarks, Scheme: "plonk", Curve: "bn254", Folder: t.TempDir()},
	} {
		if err := p.Run(io.Discard); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%+v: %v", p, err)
		}
	}
}

func TestSettingsThatAreRefused(t *testing.T) {
	for name, change := range map[string]func(*Settings){
		"circuit":     func(s *Settings) { s.Circuit = "none" },
		"curve":       func(s *Settings) { s.Curve = "secp256k1" },
		"scheme":      func(s *Settings) { s.Schemes = []string{"plonk", "none"} },
		"form":        func(s *Settings) { s.Form = "dump" },
		"constraints": func(s *Settings) { s.Constraints = []int{0} },
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
