package table

import (
	"bytes"
	"strings"
	"testing"

	"github.com/gnark-accel/gnark-accel/bench/internal/results"
)

func TestFormats(t *testing.T) {
	for got, want := range map[string]string{
		Short(0.0123): "0.012", Short(0.9996): "1.00", Short(9.996): "10.0", Short(1234.5): "1234",
		Duration(999.4): "999 ms", Duration(1234): "1.23 s", Bytes(0): "", Bytes(1500): "1.5 kB",
		Bytes(2.5e9): "2.50 GB", Count(1048576): "1 048 576", Number("65341"): "65 341",
		Percent(0.256): "26 %", Value(2, "a-ms"): "2.00 ms", Value(2, "a-sec"): "2.00",
		Join("", "a", "b"): "a, b",
	} {
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// row has a name and perhaps times.
func row(name string, ours ...float64) *results.Row {
	r := results.New("msm", results.Setting{"name": name})
	r.Enter(results.Ours, ours)
	return r
}

// name is the column of a row's name.
func name(heading string) Column {
	return Column{Heading: heading, Cell: func(r *results.Row) string { return r.Setting["name"] }}
}

// TestMarkdownEscapes: text of rows is shown as it is and cannot end a cell, and a column that
// would be empty is left out.
func TestMarkdownEscapes(t *testing.T) {
	columns := append([]Column{name("name"), Figure("none", "none")},
		Speed()...)
	got := New(columns, []*results.Row{row("<b>a|b*c\n`"), row("plain", 1.5, 2.5)}).Markdown()
	want := "| name | gnark-accel |\n|---|---|\n" +
		"| &lt;b&gt;a\\|b\\*c \\` |  |\n| plain | 2.00 ms |\n"
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// TestSizes: a line has a column for each size, a second time in brackets whatever comes first, and
// lines of a group stand together.
func TestSizes(t *testing.T) {
	cells := map[string][]Cell{
		"a": {{Line: "G1, 8 at once", Log2: "20", MS: 5}},
		"b": {{Line: "G2", Log2: "18", MS: 3}},
		"c": {{Line: "G1", Log2: "20", MS: 2, Aside: true}, {Line: "G1, none", Log2: "22"}},
		"d": {{Line: "G1", Log2: "20", MS: 4}},
	}
	rows := []*results.Row{row("a"), row("b"), row("c"), row("d")}
	got := Sizes("group", rows, func(r *results.Row) []Cell { return cells[r.Setting["name"]] })
	want := "| group | 2^18 | 2^20 |\n|---|---|---|\n| G1 |  | 4.00 (2.00) |\n" +
		"| G1, 8 at once |  | 5.00 |\n| G2 | 3.00 |  |\n"
	if got.Markdown() != want {
		t.Errorf("got\n%s\nwant\n%s", got.Markdown(), want)
	}
}

// TestPrinter: the machine comes first, and again when it changes.
func TestPrinter(t *testing.T) {
	var out bytes.Buffer
	p := &Printer{Out: &out, Columns: map[string][]Column{
		"msm": {name("MSM"), Median("median", results.Ours)}}}
	first, second, third := row("one", 1), row("two"), row("three", 3)
	first.Machine.CPU, second.Machine.CPU = "one", "one"
	third.Machine.CPU = "another"
	for _, r := range []*results.Row{first, second, third} {
		if err := p.Print(r); err != nil {
			t.Fatal(err)
		}
	}
	text := out.String()
	if strings.Count(text, "another") != 1 || strings.Count(text, "\n") != 5 ||
		!strings.Contains(text, "\none; median 1.00 ms; min 1.00 ms; spread 0 %\ntwo\n") {
		t.Errorf("printed\n%s", text)
	}
}
