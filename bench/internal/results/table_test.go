package results

import (
	"bytes"
	"strings"
	"testing"
)

func TestFormats(t *testing.T) {
	for got, want := range map[string]string{
		short(0.0123): "0.012", short(0.9996): "1.00", short(9.996): "10.0", short(1234.5): "1234",
		duration(999.4): "999 ms", duration(1234): "1.23 s", size(0): "", size(1500): "1.5 kB",
		size(2.5e9): "2.50 GB", count(1048576): "1 048 576",
		percent(0.256): "26 %", figure(2, "a-ms"): "2.00 ms", figure(2, "a-sec"): "2.00",
	} {
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// named is an MSM over a group, with times of ours perhaps.
func named(group, log2 string, ours ...float64) *Row {
	r := New("msm", Setting{"curve": "bn254", "group": group, "log2": log2})
	r.Times[Ours] = ours
	return r
}

// TestNames: parts of names without a setting are left out.
func TestNames(t *testing.T) {
	r := New("prove", Setting{"scheme": "plonk", "curve": "bls12-377", "circuit": "mimc",
		"keyless": "true", "memory": "2000000000", "stream": "20"})
	made, err := newTable("prove", []*Row{r})
	if err != nil {
		t.Fatal(err)
	}
	got := made.lines[0]["proof"]
	want := "PLONK, BLS12-377, mimc, a stream of 20, without the verifying key, at most 2.00 GB"
	if got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// TestMarkdownEscapes: text of rows is shown as it is and cannot end a cell, and a column that
// would be empty is left out.
func TestMarkdownEscapes(t *testing.T) {
	odd, plain := New("ntt", Setting{"transform": "<b>a|b*c\n`"}), named("g1", "1", 1.5, 2.5)
	plain.Setting["transform"] = "plain"
	var of table
	for i, r := range []*Row{odd, plain} {
		of.enter(i, "name", r.as("${transform}"))
		of.enter(i, "none", r.text("none"))
		of.enter(i, "gnark-accel", r.text(Ours))
	}
	want := "| name | gnark-accel |\n|---|---|\n" +
		"| &lt;b&gt;a\\|b\\*c \\` |  |\n| plain | 2.00 ms |\n"
	if got := of.Markdown(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// TestSizes: a line has a column for each size, a witness's time in brackets whatever comes first,
// and lines of a group stand together.
func TestSizes(t *testing.T) {
	batch, witness := named("g1", "20", 5), named("g1", "20", 2)
	batch.Setting["batch"], witness.Setting["scalars"] = "8", "witness"
	equal := named("g1", "24", 9)
	equal.Setting["scalars"] = "equal"
	rows := []*Row{witness, named("g2", "18", 3), batch, named("g1", "20", 4), equal}
	got, err := newSizes("msm by size", rows)
	want := "| group, milliseconds | 2^18 | 2^20 |\n|---|---|---|\n" +
		"| BN254 G1 |  | 4.00 (2.00) |\n" +
		"| BN254 G1, 8 MSMs in one call |  | 5.00 |\n| BN254 G2 | 3.00 |  |\n"
	if err != nil || got.Markdown() != want {
		t.Errorf("got\n%s\nwant\n%s", got.Markdown(), want)
	}
	if none, err := newSizes("msm by size", []*Row{equal}); err != nil || len(none.lines) != 0 {
		t.Errorf("without uniform scalars %v, %v", none, err)
	}
}

// TestPrinter: the machine comes first, and again when it changes.
func TestPrinter(t *testing.T) {
	var out bytes.Buffer
	p := &Printer{Out: &out}
	first, second, third := named("g1", "1", 1), named("g1", "2", 2), named("g1", "3", 3)
	first.Machine["cpu"], second.Machine["cpu"] = "one", "one"
	third.Machine["cpu"] = "another"
	for _, r := range []*Row{first, second, third} {
		if err := p.Print(r); err != nil {
			t.Fatal(err)
		}
	}
	text := out.String()
	if strings.Count(text, "another") != 1 || strings.Count(text, "\n") != 5 ||
		!strings.Contains(text, "\nBN254 G1 2^1; gnark-accel 1.00 ms; min 1.00 ms; spread 0 %\n"+
			"BN254 G1 2^2; gnark-accel 2.00 ms; min 2.00 ms; spread 0 %\n") {
		t.Errorf("printed\n%s", text)
	}
}
