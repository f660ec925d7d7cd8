package results

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"
)

// row has seven runs around a number of milliseconds; gnark's times are always the same.
func row(kind Kind, device string, log2 int, ms float64) *Row {
	var runs Sample
	for i := range 7 {
		runs = append(runs, ms*(1+float64(i-3)/1000))
	}
	row := New("msm", Setting{"curve": "bn254", "group": "g1",
		"log2": fmt.Sprint(log2)})
	row.Machine = Machine{"device-kind": string(kind), "device": device, "threads": "4"}
	row.Times[Ours] = runs
	row.Times[Gnark] = Sample{1000}
	return row
}

func gpu(log2 int, ms float64) *Row { return row(GPU, "a card", log2, ms) }

func TestThreshold(t *testing.T) {
	older := []*Row{gpu(10, 1), gpu(12, 4), gpu(14, 16), gpu(16, 64)}
	for _, test := range []struct {
		name  string
		newer []*Row
		mean  float64
		want  error
	}{
		{"the same", older, 1, nil},
		{"faster", []*Row{gpu(10, 0.5), gpu(12, 2)}, 0.5, nil},
		{"slower by less", []*Row{gpu(10, 1.04), gpu(12, 4.16)}, 1.04, nil},
		{"all slower", []*Row{gpu(10, 1.06), gpu(12, 4.24)}, 1.06, ErrSlower},
		{"one slower", []*Row{gpu(10, 1.2), gpu(12, 2)}, math.Sqrt(0.6), ErrSlower},
		{"another card", []*Row{row(GPU, "another", 10, 1)}, 1, ErrMachines},
	} {
		c, err := Compare(older, test.newer)
		if err != nil {
			t.Fatalf("%s: %v", test.name, err)
		}
		if math.Abs(c.mean-test.mean) > 1e-9 {
			t.Errorf("%s: geometric mean %v, want %v", test.name, c.mean, test.mean)
		}
		if err := c.Check(0.05); !errors.Is(err, test.want) || (err != nil) != (test.want != nil) {
			t.Errorf("%s: %v, want %v", test.name, err, test.want)
		}
	}
}

// TestChanceIsNoRegression: one run that is slow by accident does not make a configuration slower.
func TestChanceIsNoRegression(t *testing.T) {
	slow := gpu(10, 1)
	slow.Times[Ours] = Sample{1.1, 0.9, 1.1}
	c, err := Compare([]*Row{gpu(10, 1), gpu(12, 4), gpu(14, 1)},
		[]*Row{slow, gpu(12, 4), gpu(14, 1)})
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Check(0.05); err != nil {
		t.Error(err)
	}
}

func TestKindsAreNotCompared(t *testing.T) {
	older := []*Row{gpu(10, 1)}
	newer := []*Row{row(Emulator, "a card", 10, 100)}
	if c, err := Compare(older, newer); !errors.Is(err, ErrNothing) || len(c.lonely) != 2 {
		t.Errorf("%+v, %v", c, err)
	}
}

func TestWrite(t *testing.T) {
	older := []*Row{gpu(10, 1), gpu(12, 1)}
	c, err := Compare(older, []*Row{gpu(10, 2), gpu(14, 1)})
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := c.Write(&b); err != nil {
		t.Fatal(err)
	}
	text := b.String()
	for _, want := range []string{"log2=10", "1.000m", "2.000m", "+100.00%", "p=0.001 n=7",
		"only in the old results: gpu: msm/curve=bn254/group=g1/log2=12"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is missing in\n%s", want, text)
		}
	}
}
