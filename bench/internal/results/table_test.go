package results

import (
	"bytes"
	"strings"
	"testing"
)

func TestFormats(t *testing.T) {
	for got, want := range map[string]string{
		short(0.0123): "0.012", short(0.9996): "1.00", short(9.996): "10.0", short(1234.5): "1234",
		duration(999.4): "999 ms", duration(1234): "1.23 s", Bytes(0): "", Bytes(1500): "1.5 kB",
		Bytes(2.5e9): "2.50 GB", count(1048576): "1 048 576", Number("65341"): "65 341",
		percent(0.256): "26 %", figure(2, "a-ms"): "2.00 ms", figure(2, "a-sec"): "2.00",
		Join("", "a", "b"): "a, b",
	} {
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// named has a name and perhaps times.
func named(name string, ours ...float64) *Row {
	r := New("msm", Setting{"name": name})
	r.Enter(Ours, ours)
	return r
}

// name is the column of a row's name.
func name(heading string) Column {
	return Column{Heading: heading, Cell: func(r *Row) string { return r.Setting["name"] }}
}

// TestMarkdownEscapes: text of rows is shown as it is and cannot end a cell, and a column that
// would be empty is left out.
func TestMarkdownEscapes(t *testing.T) {
	columns := []Column{name("name"), Figure("none", "none"), Median("gnark", Gnark),
		Median("gnark-accel", Ours), Faster(Sample.Median)}
	got := newTable(columns, []*Row{named("<b>a|b*c\n`"), named("plain", 1.5, 2.5)}).Markdown()
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
	rows := []*Row{named("a"), named("b"), named("c"), named("d")}
	got := newSizes("group", rows, func(r *Row) []Cell { return cells[r.Setting["name"]] })
	want := "| group | 2^18 | 2^20 |\n|---|---|---|\n| G1 |  | 4.00 (2.00) |\n" +
		"| G1, 8 at once |  | 5.00 |\n| G2 | 3.00 |  |\n"
	if got.Markdown() != want {
		t.Errorf("got\n%s\nwant\n%s", got.Markdown(), want)
	}
}

// TestPrinter: the machine comes first, and again when it changes.
func TestPrinter(t *testing.T) {
	var out bytes.Buffer
	p := &Printer{Out: &out, Views: Views{{Name: "msm",
		Columns: []Column{name("MSM"), Median("median", Ours)}}}}
	first, second, third := named("one", 1), named("two"), named("three", 3)
	first.Machine["cpu"], second.Machine["cpu"] = "one", "one"
	third.Machine["cpu"] = "another"
	for _, r := range []*Row{first, second, third} {
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
