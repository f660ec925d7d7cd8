package results_test

import (
	"bytes"
	"encoding/xml"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/gnark-accel/gnark-accel/bench/internal/results"
)

// row is one that no machine has measured, of so many milliseconds; gnark takes twenty times
// as long.
func row(kind results.Kind, command string, ms float64, setting results.Setting) *results.Row {
	r := results.New(command, setting)
	r.Date = time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	r.Machine = results.Machine{"device-kind": string(kind), "device": "Test <GPU> & Co",
		"cpu": "Test CPU", "threads": "16", "revision": "0123456789ab"}
	r.Times[results.Ours] = results.Sample{ms}
	r.Times[results.Gnark] = results.Sample{20 * ms}
	return r
}

func proof(kind results.Kind, scheme, circuit string, log2 int) *results.Row {
	constraints := 1<<log2 - 5
	return row(kind, "prove", 150e-6*float64(constraints), results.Setting{"scheme": scheme,
		"curve": "bn254", "circuit": circuit}).With("constraints", constraints, "")
}

func msm(kind results.Kind, log2 int) *results.Row {
	return row(kind, "msm", float64(log2), results.Setting{"curve": "bn254", "group": "g1",
		"scalars": "uniform"}).With("log2", log2, "")
}

// everything is proofs and MSMs of some sizes, on a GPU and on the CPU.
func everything() (rows []*results.Row) {
	for _, kind := range []results.Kind{results.CPU, results.GPU} {
		for _, log2 := range []int{20, 16, 18, 14} {
			rows = append(rows, proof(kind, "plonk", "mimc", log2),
				proof(kind, "groth16", "mimc", log2), msm(kind, log2))
		}
	}
	large := proof(results.GPU, "plonk", "mimc", 22).With("stream", 20, 0)
	return append(rows, large, proof(results.GPU, "plonk", "<b>", 10))
}

// TestChart: of the circuit with the most sizes the three largest, of either scheme, on the GPU.
func TestChart(t *testing.T) {
	var b bytes.Buffer
	err := results.WriteChart(&b, everything())
	if err != nil || xml.Unmarshal(b.Bytes(), new(struct{})) != nil ||
		strings.Count(b.String(), "instead of") != 6 {
		t.Errorf("%v: the chart is\n%s", err, b.String())
	}
	for _, want := range []string{">Groth16, 2^20<", ">PLONK, 2^16<",
		"mimc over BN254, Test &lt;GPU", ">20.0× (9.83 ms instead of 197 ms)<",
		">20.0× (157 ms instead of 3.15 s)<"} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("%q is missing in\n%s", want, b.String())
		}
	}
	for _, none := range [][]*results.Row{{msm(results.CPU, 9)}, nil} {
		if err := results.WriteChart(&b, none); !errors.Is(err, results.ErrNoProofs) {
			t.Errorf("without proofs: %v", err)
		}
	}
}

// TestMarkdown: machines are apart, what rows say is escaped, each section names its revisions, and
// an explanation comes once.
func TestMarkdown(t *testing.T) {
	rows := everything()
	rows[2].Machine["revision"] = "fedcba987654" // an MSM of the CPU
	var b bytes.Buffer
	if err := results.WriteMarkdown(&b, rows, "proofs.svg", false); err != nil {
		t.Fatal(err)
	}
	gpu, cpu, _ := strings.Cut(b.String(), "## On the CPU alone")
	for _, want := range []string{"| Groth16, BN254, mimc |", "(proofs.svg)", "| BN254 G1 | 14.0 |",
		"&lt;b&gt;", "On Test &lt;GPU&gt; &amp; Co", "at revision 0123456.\n", "stream"} {
		if !strings.Contains(gpu, want) {
			t.Errorf("%q is missing in\n%s", want, gpu)
		}
	}
	if !strings.Contains(cpu, "at revision fedcba9, 0123456.") || strings.Contains(cpu, "GPU") ||
		strings.Count(b.String(), "A time is that of a whole proof") != 1 {
		t.Errorf("of the CPU\n%s", cpu)
	}
	b.Reset()
	if err := results.WriteMarkdown(&b, rows, "", true); err != nil ||
		!strings.Contains(b.String(), "| spread |") {
		t.Errorf("%v, details\n%s", err, b.String())
	}
}
