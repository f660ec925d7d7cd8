package results

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"golang.org/x/perf/benchfmt"
)

func testRow(kind Kind, log2 int, ms float64) Row {
	took := time.Duration(ms * float64(time.Millisecond))
	cpu := NewSample([]time.Duration{50 * took})
	return Row{
		Schema: Schema, Date: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC),
		Machine: Machine{Device: Device{Kind: kind, Name: string(kind)}, CPU: "a CPU", Cores: 8,
			Threads: 8, OS: "linux", Arch: "amd64", Go: "go1.25", Revision: "abc"},
		MSM: &MSM{
			Curve: "bn254", Group: "g1", Log2: log2, Distribution: "uniform", Mode: Resident,
			Batch: 1, Callers: 1,
			Time: NewSample([]time.Duration{took, 2 * took, 3 * took}), GnarkCrypto: &cpu,
		},
	}
}

func TestSample(t *testing.T) {
	s := NewSample([]time.Duration{4 * time.Millisecond, 2 * time.Millisecond, 3 * time.Millisecond,
		9 * time.Millisecond})
	want := Sample{Runs: []float64{4, 2, 3, 9}, Median: 3.5, Min: 2, Spread: 2}
	if !reflect.DeepEqual(s, want) {
		t.Errorf("got %+v, want %+v", s, want)
	}
}

func TestRowsComeBack(t *testing.T) {
	path := filepath.Join(t.TempDir(), "folder", "rows.json")
	want := []Row{testRow(GPU, 10, 1), testRow(CPU, 12, 2)}
	want = append(want, Row{Schema: Schema, Machine: want[0].Machine, Proof: &Proof{
		Circuit: "mimc", Scheme: "plonk", Constraints: 3, Concurrency: 1,
		Prove: NewSample([]time.Duration{time.Second}),
		Spans: []Span{{"rounds", "solver", 1, 2}}}})
	want = append(want, Row{Schema: Schema, Machine: want[1].Machine, Solve: goodSolve()},
		Row{Schema: Schema, Machine: want[0].Machine, Key: goodKey()})
	for _, row := range want { // each by a process of its own
		w, err := Append(path)
		if err != nil {
			t.Fatal(err)
		}
		if err := errors.Join(w.Write(row), w.Close()); err != nil {
			t.Fatal(err)
		}
	}
	got, err := ReadFiles(path)
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got\n%+v\nwant\n%+v", got, want)
	}
}

// gpu is the machine of a row.
const gpu = `"machine":{"device":{"kind":"gpu"}}`

// once and proved are samples of one run, of an MSM or NTT and of a proof.
const (
	once   = `{"time":{"runs":[1]}}`
	proved = `{"prove":{"runs":[1]}}`
)

// msmLine is a row of an MSM with a sample.
func msmLine(sample string, log2 int) string {
	const format = `{"schema":1,` + gpu + `,"msm":{"log2":%d,"time":{%s}}}`
	return fmt.Sprintf(format, log2, sample)
}

// TestValuesThatAreRefused: bad values of parts that a row may lack, and of proofs.
func TestValuesThatAreRefused(t *testing.T) {
	good := func() Row {
		row := testRow(GPU, 10, 1)
		gnark := row.MSM.Time
		row.MSM, row.Proof = nil, &Proof{
			Constraints: 3, Concurrency: 4, Prove: row.MSM.Time, Gnark: &gnark,
			PerMinute: 2, GnarkPerMinute: 1, Spans: []Span{{"rounds", "solver", 1, 2}},
		}
		return row
	}
	row := good()
	if err := row.check(); err != nil {
		t.Errorf("a good row: %v", err)
	}
	for name, spoil := range map[string]func(*Proof){
		"constraints":      func(p *Proof) { p.Constraints = -1 },
		"concurrency":      func(p *Proof) { p.Concurrency = 0 },
		"stream":           func(p *Proof) { p.Stream = -1 },
		"a minute":         func(p *Proof) { p.GnarkPerMinute = 0 },
		"gnark's times":    func(p *Proof) { p.Gnark.Median = 0 },
		"our times":        func(p *Proof) { p.Prove.Runs = nil },
		"span":             func(p *Proof) { p.Spans[0].Took = -1 },
		"spread":           func(p *Proof) { p.Prove.Spread = -1 },
		"least of gnark's": func(p *Proof) { p.Gnark.Min = -3 },
	} {
		row := good()
		spoil(row.Proof)
		if err := row.check(); !errors.Is(err, ErrSchema) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// goodSolve is a solve that no check refuses.
func goodSolve() *Solve {
	once := NewSample([]time.Duration{time.Second})
	return &Solve{
		Circuit: "mimc", Builder: "scs", Curve: "bn254", Threads: 2, Clock: Wall, Constraints: 5,
		GnarkMS: 1000, OursMS: 500, Ratio: 2, Gnark: once, Ours: once,
	}
}

// TestSolvesThatAreRefused: bad values of solves.
func TestSolvesThatAreRefused(t *testing.T) {
	for name, spoil := range map[string]func(*Solve){
		"constraints":  func(s *Solve) { s.Constraints = 0 },
		"threads":      func(s *Solve) { s.Threads = -1 },
		"our time":     func(s *Solve) { s.OursMS = 0 },
		"gnark's time": func(s *Solve) { s.GnarkMS = -1 },
		"ratio":        func(s *Solve) { s.Ratio = 0 },
		"no runs":      func(s *Solve) { s.Ours.Runs = nil },
		"gnark's runs": func(s *Solve) { s.Gnark.Median = 0 },
	} {
		row := Row{Schema: Schema, Machine: testRow(CPU, 10, 1).Machine, Solve: goodSolve()}
		spoil(row.Solve)
		if err := row.check(); !errors.Is(err, ErrSchema) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// goodKey is a key that no check refuses.
func goodKey() *Key {
	once := NewSample([]time.Duration{time.Second})
	return &Key{
		Step: Load, Form: "raw", Scheme: "plonk", Curve: "bn254", Circuit: "mimc", Constraints: 5,
		Time: once, Gnark: &once,
	}
}

// TestKeysThatAreRefused: bad values of keys.
func TestKeysThatAreRefused(t *testing.T) {
	for name, spoil := range map[string]func(*Key){
		"step":         func(k *Key) { k.Step = "sale" },
		"constraints":  func(k *Key) { k.Constraints = 0 },
		"no runs":      func(k *Key) { k.Time.Runs = nil },
		"gnark's runs": func(k *Key) { k.Gnark.Median = 0 },
	} {
		row := Row{Schema: Schema, Machine: testRow(CPU, 10, 1).Machine, Key: goodKey()}
		spoil(row.Key)
		if err := row.check(); !errors.Is(err, ErrSchema) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestPointsThatAreRefused: bad values of points.
func TestPointsThatAreRefused(t *testing.T) {
	for name, spoil := range map[string]func(*Points){
		"size":         func(p *Points) { p.Log2 = -1 },
		"no runs":      func(p *Points) { p.Time.Runs = nil },
		"gnark's runs": func(p *Points) { p.GnarkCrypto.Median = 0 },
	} {
		once := NewSample([]time.Duration{time.Second})
		row := Row{Schema: Schema, Machine: testRow(CPU, 10, 1).Machine,
			Points: &Points{Operation: "multiples", Log2: 3, Time: once, GnarkCrypto: &once}}
		if err := row.check(); err != nil {
			t.Fatal(err)
		}
		spoil(row.Points)
		if err := row.check(); !errors.Is(err, ErrSchema) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestCeremoniesThatAreRefused: bad values of ceremonies.
func TestCeremoniesThatAreRefused(t *testing.T) {
	for name, spoil := range map[string]func(*Ceremony){
		"step":         func(c *Ceremony) { c.Step = "seal" },
		"phase":        func(c *Ceremony) { c.Phase = 3 },
		"constraints":  func(c *Ceremony) { c.Constraints = 0 },
		"no runs":      func(c *Ceremony) { c.Time.Runs = nil },
		"gnark's runs": func(c *Ceremony) { c.Gnark.Median = 0 },
	} {
		once := NewSample([]time.Duration{time.Second})
		row := Row{Schema: Schema, Machine: testRow(CPU, 10, 1).Machine,
			Ceremony: &Ceremony{Step: Verify, Phase: 1, Constraints: 3, Time: once, Gnark: &once}}
		if err := row.check(); err != nil {
			t.Fatal(err)
		}
		spoil(row.Ceremony)
		if err := row.check(); !errors.Is(err, ErrSchema) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestFirstProofsThatAreRefused: bad values of first proofs.
func TestFirstProofsThatAreRefused(t *testing.T) {
	for name, spoil := range map[string]func(*First){
		"constraints":  func(f *First) { f.Constraints = 0 },
		"no runs":      func(f *First) { f.Time.Runs = nil },
		"gnark's runs": func(f *First) { f.Gnark.Median = 0 },
	} {
		once := NewSample([]time.Duration{time.Second})
		row := Row{Schema: Schema, Machine: testRow(CPU, 10, 1).Machine,
			First: &First{Form: "raw", Constraints: 3, Time: once, Gnark: &once}}
		if err := row.check(); err != nil {
			t.Fatal(err)
		}
		spoil(row.First)
		if err := row.check(); !errors.Is(err, ErrSchema) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestRowsThatAreRefused(t *testing.T) {
	for name, line := range map[string]string{
		"no JSON":      `{"schema":1`,
		"other schema": `{"schema":2,` + gpu + `,"msm":{"time":{"runs":[1]}}}`,
		"no kind":      `{"schema":1,"msm":{"time":{"runs":[1]}}}`,
		"nothing":      `{"schema":1,` + gpu + `}`,
		"both":         `{"schema":1,` + gpu + `,"msm":` + once + `,"proof":` + proved + `}`,
		"two things":   `{"schema":1,` + gpu + `,"ntt":` + once + `,"proof":` + proved + `}`,
		"no NTT times": `{"schema":1,` + gpu + `,"ntt":{"time":{"runs":[]}}}`,
		"no times":     `{"schema":1,` + gpu + `,"msm":{"time":{"runs":[]}}}`,
		"median null":  msmLine(`"runs":[1],"median":null,"min":1`, 5),
		"median 0":     msmLine(`"runs":[1],"median":0,"min":1`, 5),
		"median -1":    msmLine(`"runs":[1],"median":-1,"min":1`, 5),
		"run 0":        msmLine(`"runs":[0],"median":1,"min":1`, 5),
		"size 2^-1":    msmLine(`"runs":[1],"median":1,"min":1`, -1),
		"size 2^63":    msmLine(`"runs":[1],"median":1,"min":1`, 63),
	} {
		if _, err := Read(strings.NewReader("\n" + line + "\n")); !errors.Is(err, ErrSchema) ||
			!strings.Contains(err.Error(), "line 2") {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := ReadFiles(filepath.Join(t.TempDir(), "none.json")); !errors.Is(err,
		os.ErrNotExist) {
		t.Errorf("no file: %v", err)
	}
}

func TestLatestAndByMachine(t *testing.T) {
	rows := []Row{testRow(CPU, 10, 1), testRow(GPU, 10, 1), testRow(Emulator, 10, 1),
		testRow(GPU, 12, 1), testRow(GPU, 10, 7)}
	kept := Latest(rows)
	if len(kept) != 4 || kept[3].MSM.Time.Min != 7 {
		t.Fatalf("kept %+v", kept)
	}
	var kinds []Kind
	for _, group := range ByMachine(kept) {
		kinds = append(kinds, group[0].Machine.Device.Kind)
		for _, row := range group {
			if row.Machine.Device.Kind != group[0].Machine.Device.Kind {
				t.Errorf("%s beside %s", row.Machine.Device.Kind, group[0].Machine.Device.Kind)
			}
		}
	}
	if want := []Kind{GPU, Emulator, CPU}; !reflect.DeepEqual(kinds, want) {
		t.Errorf("kinds %v, want %v", kinds, want)
	}
}

// TestBenchstatReads: Go's own reader understands the text, and finds the times and the machine.
func TestBenchstatReads(t *testing.T) {
	var text bytes.Buffer
	row := testRow(GPU, 10, 1.5)
	row.MSM.Batch, row.MSM.WindowAsked = 8, 13
	if err := WriteBenchstat(&text, []Row{row}); err != nil {
		t.Fatal(err)
	}
	var names []string
	var seconds []float64
	for reader := benchfmt.NewReader(&text, "test"); reader.Scan(); {
		switch record := reader.Result().(type) {
		case *benchfmt.Result:
			names = append(names, record.Name.String())
			v, ok := record.Value("sec/op")
			if !ok || record.GetConfig("device-kind") != "gpu" ||
				record.GetConfig("cpu") != "a CPU" {
				t.Errorf("incomplete: %+v", record)
			}
			seconds = append(seconds, v)
		case *benchfmt.SyntaxError:
			t.Error(record)
		}
	}
	ours := "MSM/system=gnark-accel/curve=bn254/group=g1/log2=10/scalars=uniform/mode=resident" +
		"/batch=8/window=13-8"
	if want := []string{ours, ours, ours, strings.Replace(ours, "gnark-accel", "gnark",
		1)}; !reflect.DeepEqual(names, want) {
		t.Errorf("names %q, want %q", names, want)
	}
	for i, want := range []float64{0.0015, 0.003, 0.0045, 0.075} {
		if i < len(seconds) && (seconds[i] < want*0.999 || seconds[i] > want*1.001) {
			t.Errorf("run %d: %v s, want %v", i, seconds[i], want)
		}
	}
}
