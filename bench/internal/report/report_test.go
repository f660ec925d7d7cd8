package report

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
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
	r.Machine = results.Machine{Device: results.Device{Kind: kind, Name: "Test <GPU> & Co"},
		CPU: "Test CPU", Threads: 16, Revision: "0123456789ab"}
	r.Enter(results.Ours, results.Sample{ms})
	r.Enter(results.Gnark, results.Sample{20 * ms})
	return r
}

func proof(kind results.Kind, scheme, circuit string, log2 int) *results.Row {
	constraints := 1<<log2 - 5
	return row(kind, "prove", 150e-6*float64(constraints), results.Setting{"scheme": scheme,
		"curve": "bn254", "circuit": circuit}.Add("constraints", constraints, ""))
}

func sum(kind results.Kind, group string, log2 int) *results.Row {
	return row(kind, "msm", float64(log2), results.Setting{"group": group, "scalars": "uniform"}.
		Add("log2", log2, ""))
}

// everything is proofs and sums of some sizes, on a GPU and on the CPU.
func everything() (rows []*results.Row) {
	for _, kind := range []results.Kind{results.CPU, results.GPU} {
		for _, log2 := range []int{20, 16, 18, 14} {
			rows = append(rows, proof(kind, "plonk", "mimc", log2),
				proof(kind, "groth16", "mimc", log2), sum(kind, "bn254/g1", log2))
		}
	}
	large := proof(results.GPU, "plonk", "mimc", 22).With("stream", 20, 0)
	return append(rows, large, proof(results.GPU, "plonk", "<b>", 10))
}

// peers are the figures that are committed.
func peers(t *testing.T) *Peers {
	t.Helper()
	content, err := os.ReadFile("../../peers.json")
	if err != nil {
		t.Fatal(err)
	}
	p, err := ReadPeers(bytes.NewReader(content))
	if err != nil || len(p.Sums) == 0 || len(p.Proofs) == 0 {
		t.Fatal(err)
	}
	return p
}

// TestShort: of the circuit with the most sizes the three largest, of either scheme, on the GPU.
func TestShort(t *testing.T) {
	var b bytes.Buffer
	if err := WriteShort(&b, everything()); err != nil {
		t.Fatal(err)
	}
	want := "One proof on one Test &lt;GPU&gt; &amp; Co and 16 threads of its host, the solver " +
		`included (mimc over BN254):

| proof | gnark | gnark-accel | times faster |
|---|---|---|---|
| Groth16, 2^16 | 197 ms | 9.83 ms | 20.0× |
| Groth16, 2^18 | 786 ms | 39.3 ms | 20.0× |
| Groth16, 2^20 | 3.15 s | 157 ms | 20.0× |
| PLONK, 2^16 | 197 ms | 9.83 ms | 20.0× |
| PLONK, 2^18 | 786 ms | 39.3 ms | 20.0× |
| PLONK, 2^20 | 3.15 s | 157 ms | 20.0× |
`
	if got := b.String(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	b.Reset()
	if err := WriteChart(&b, everything()); err != nil || strings.Count(b.String(), "20.0×") != 6 {
		t.Errorf("%v: the chart is\n%s", err, b.String())
	}
	if err := WriteShort(&b, []*results.Row{sum(results.CPU, "bn254/g1", 9)}); !errors.Is(err,
		ErrNoRows) {
		t.Errorf("without proofs: %v", err)
	}
}

// TestMarkdown: machines are apart, what rows say is escaped, each section names its revisions, and
// an explanation comes once.
func TestMarkdown(t *testing.T) {
	rows := everything()
	rows[2].Machine.Revision = "fedcba987654" // a sum of the CPU
	var b bytes.Buffer
	if err := WriteMarkdown(&b, rows, "proofs.svg"); err != nil {
		t.Fatal(err)
	}
	gpu, cpu, _ := strings.Cut(b.String(), "## On the CPU alone")
	for _, want := range []string{"| Groth16, 2^20 |", "(proofs.svg)", "| BN254 G1 | 14.0 |",
		"&lt;b&gt;", "On one Test &lt;GPU&gt; &amp; Co", "at revision 0123456.\n", "stream"} {
		if !strings.Contains(gpu, want) {
			t.Errorf("%q is missing in\n%s", want, gpu)
		}
	}
	if !strings.Contains(cpu, "at revision fedcba9, 0123456.") || strings.Contains(cpu, "GPU") ||
		strings.Count(b.String(), "A time is that of a whole proof") != 1 {
		t.Errorf("of the CPU\n%s", cpu)
	}
	unknown := row(results.GPU, "walk", 1, results.Setting{"far": "true"})
	if err := WriteMarkdown(io.Discard, []*results.Row{unknown}, ""); !errors.Is(err,
		results.ErrSchema) {
		t.Errorf("a command that there is not: %v", err)
	}
	if err := WriteMarkdown(io.Discard, nil, ""); !errors.Is(err, ErrNoRows) {
		t.Errorf("nothing: %v", err)
	}
}

// TestFolder: the page shows each picture.
func TestFolder(t *testing.T) {
	folder := t.TempDir()
	paths, err := WriteFolder(folder, everything(), peers(t))
	if err != nil {
		t.Fatal(err)
	}
	page, err := os.ReadFile(paths[0])
	if err != nil || len(paths) != 1+2*3 {
		t.Fatalf("%v, %v", paths, err)
	}
	for _, name := range []string{"msm-bn254-g1-uniform.png", "proofs-plonk-bn254-mimc.png",
		"cpu-msm-bn254-g1-uniform.png", "cpu-proofs-groth16-bn254-mimc.png"} {
		if info, err := os.Stat(filepath.Join(folder, name)); err != nil || info.Size() < 10_000 ||
			!bytes.Contains(page, []byte("]("+name+")")) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if !bytes.Contains(page, []byte("BN254 G1")) {
		t.Errorf("the page\n%s", page)
	}
}

// TestPeersAreApart: other systems are beside rows of a GPU alone.
func TestPeersAreApart(t *testing.T) {
	for _, kind := range []results.Kind{results.GPU, results.CPU} {
		s := &section{rows: []*results.Row{sum(kind, "bn254/g1", 9), sum(kind, "bn254/g1", 10)}}
		s.Machine = s.rows[0].Machine
		text := fmt.Sprint(s.figures(peers(t))[0].drawing.Series)
		if strings.Contains(text, "sppark") != (kind == results.GPU) {
			t.Errorf("%s: %s", kind, text)
		}
	}
}

func TestPeersAreChecked(t *testing.T) {
	for _, text := range []string{`{"sums": [{"system": "a", "milliseconds": {"x": 1}}]}`,
		`{"sums": [{"systm": "a"}]}`, `{"proofs": [{"system": "a", "milliseconds": {"5": 0}}]}`} {
		if _, err := ReadPeers(strings.NewReader(text)); err == nil {
			t.Errorf("%s is accepted", text)
		}
	}
	peer := &Peer{Milliseconds: map[string]float64{"8170000": 21400, "1000": 3}}
	for size, want := range map[int]bool{8_000_000: true, 12_300_000: false, 5_500_000: true,
		5_400_000: false, 1400: true, 1: false} {
		if peer.near(size) != want {
			t.Errorf("%d constraints: near is %t", size, !want)
		}
	}
}
