package results

import (
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"
)

func testRow(kind Kind, log2 int, ms float64) *Row {
	row := New("msm", Setting{"curve": "bn254", "group": "g1"}).With("log2", log2, "").
		With("batch", 1, 1)
	row.Date = time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	row.Machine = Machine{"device-kind": string(kind), "device": string(kind), "cpu": "a CPU",
		"threads": "8", "goos": "linux", "revision": "abc"}
	row.Figures["load-ms"] = 3
	row.Times[Ours] = Sample{ms, 2 * ms, 4 * ms}
	row.Times[Gnark] = Sample{64 * ms}
	return row
}

func TestSample(t *testing.T) {
	s := Sample{4, 2, 3, 9}
	if s.Median() != 3.5 || s.Min() != 2 || s.Spread() != 2 {
		t.Errorf("median %v, least %v, spread %v", s.Median(), s.Min(), s.Spread())
	}
}

// TestRowsComeBack: rows are appended, each by a process of its own, and read again.
func TestRowsComeBack(t *testing.T) {
	path := filepath.Join(t.TempDir(), "folder", "rows.txt")
	plain := testRow(CPU, 12, 2)
	want := []*Row{testRow(GPU, 10, 1), plain.With("checked", true, false)}
	if plain.Setting["checked"] != "" {
		t.Error("a row made from another one changes it")
	}
	for _, row := range want {
		if err := Append(path, row); err != nil {
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
	if name := got[1].Name(); name != "msm/checked=true/curve=bn254/group=g1/log2=12" {
		t.Errorf("name %s", name)
	}
	if _, err := ReadFiles(path + ".none"); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("no file: %v", err)
	}
}

func TestRowsThatAreRefused(t *testing.T) {
	for name, spoil := range map[string]func(*Row){
		"kind":         func(r *Row) { r.Machine["device-kind"] = "" },
		"command":      func(r *Row) { r.Command = "walk" },
		"no times":     func(r *Row) { delete(r.Times, Ours) },
		"no runs":      func(r *Row) { r.Times[Gnark] = Sample{} },
		"run 0":        func(r *Row) { r.Times[Ours][1] = 0 },
		"run -1":       func(r *Row) { r.Times[Gnark][0] = -1 },
		"other device": func(r *Row) { r.Machine["device-kind"] = "tpu" },
	} {
		row := testRow(GPU, 10, 1)
		if err := row.check(); err != nil {
			t.Fatal(err)
		}
		spoil(row)
		if err := row.check(); !errors.Is(err, ErrFormat) {
			t.Errorf("%s: %v", name, err)
		}
	}
	const machine = "date: 2026-01-02T03:04:05Z\ndevice-kind: cpu\n"
	for text, says := range map[string]string{
		"":                                     "no rows",
		`{"schema":2}` + "\n":                  "no rows",
		"BenchmarkMsm/a=1 1 7 ns/op":           "no rows",
		"BenchmarkMsm/a=1/impl=ours 1 7 ns/op": "parsing time",
		machine + "BenchmarkMsm/a=1/impl=ours 1 7":        ":3: ",
		machine + "BenchmarkMsm/impl=ours 1 7 ns/op":      "Msm",
		machine + "BenchmarkMsm/a=1/impl=gnark 1 7 ns/op": "times of 1",
		machine + "BenchmarkMsm/a=1/impl=ours 1 0 ns/op":  "times of 0",
	} {
		path := filepath.Join(t.TempDir(), "rows.txt")
		if err := os.WriteFile(path, []byte(text+"\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := ReadFiles(path); !errors.Is(err, ErrFormat) ||
			!strings.Contains(err.Error(), says) {
			t.Errorf("%s: %v", text, err)
		}
	}
}

func TestLatestAndByMachine(t *testing.T) {
	rows := []*Row{testRow(CPU, 10, 1), testRow(GPU, 10, 1), testRow(Emulator, 10, 1),
		testRow(GPU, 12, 1), testRow(GPU, 10, 7)}
	kept := latest(rows)
	if len(kept) != 4 || kept[3].Times[Ours].Min() != 7 {
		t.Fatalf("kept %+v", kept)
	}
	var kinds []Kind
	for _, group := range byMachine(kept) {
		kinds = append(kinds, group[0].Machine.Kind())
		for _, row := range group {
			if row.Machine.Kind() != group[0].Machine.Kind() {
				t.Errorf("%s beside %s", row.Machine.Kind(), group[0].Machine.Kind())
			}
		}
	}
	if want := []Kind{GPU, Emulator, CPU}; !reflect.DeepEqual(kinds, want) {
		t.Errorf("kinds %v, want %v", kinds, want)
	}
}
