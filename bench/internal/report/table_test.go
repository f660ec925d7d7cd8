package report

import (
	"bytes"
	"errors"
	"os"
	"strings"
	"testing"

	"github.com/gnark-accel/gnark-accel/bench/internal/results"
)

func TestTables(t *testing.T) {
	rows := []results.Row{
		sum(results.CPU, "bn254", "g1", 10, nil),
		sum(results.GPU, "bn254", "g1", 20, nil),
		sum(results.GPU, "bn254", "g2", 18, nil),
		sum(results.GPU, "bn254", "g1", 20, func(m *results.MSM) {
			m.Distribution, m.Time = "witness", sample(0.5)
		}),
		sum(results.GPU, "bn254", "g1", 18, func(m *results.MSM) {
			m.Mode, m.GnarkCrypto, m.Time = results.OneShot, nil, sample(7)
		}),
		sum(results.GPU, "bn254", "g1", 20, func(m *results.MSM) { m.Distribution = "ones" }),
		transform(results.GPU, "bn254", "forward", 22),
		transform(results.GPU, "bn254", "forward", 20),
		transform(results.GPU, "bn254", "inverse", 20),
		transform(results.CPU, "bls12-377", "forward", 10),
		key(results.GPU, results.Setup, "", "groth16", 1<<20),
		key(results.GPU, results.Load, "compressed", "plonk", 1<<20),
		verifiedProof(results.GPU),
		manyPoints(results.GPU, "g1", "multiples", 20),
		manyPoints(results.GPU, "g2", "lagrange", 18),
		contribution(results.GPU, results.Contribute, 1),
		contribution(results.GPU, results.Verify, 2),
		witness("r1cs", 65_536, 1),
		witness("scs", 65_536, 16),
		proof(results.GPU, "plonk", 262_144, func(p *results.Proof) {
			p.Concurrency, p.Gnark = 4, nil
		}),
		proof(results.GPU, "plonk", 1_048_699,
			func(p *results.Proof) {
				p.Device = &results.DeviceTime{Part: 100, Busy: 93,
					Idle: 0.07}
				solved := sample(250)
				p.GnarkSolver = &solved
				p.HostBytes, p.HostPlanned, p.GnarkHostBytes = 95e6, 60e6, 528e6
			}),
		proof(results.GPU, "groth16", 262_144,
			func(p *results.Proof) { p.Stream, p.Gnark = 20, nil }),
		// measured again
		sum(results.GPU, "bn254", "g2", 18, func(m *results.MSM) { m.Time = sample(3) }),
	}
	var b bytes.Buffer
	if err := WriteMarkdown(&b, rows, "proofs.svg"); err != nil {
		t.Fatal(err)
	}
	want, err := os.ReadFile("testdata/performance.md")
	if err != nil {
		t.Fatal(err)
	}
	if got := b.String(); got != string(want) {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// TestMarkdownEscapes: text of rows is shown as it is, and cannot end a cell.
func TestMarkdownEscapes(t *testing.T) {
	row := proof(results.GPU, "plonk", 1000, func(p *results.Proof) { p.Circuit = "<b>a|b*c\n`" })
	row.Machine.Device.Name = "<img> & Co"
	var b bytes.Buffer
	if err := WriteMarkdown(&b, []results.Row{row}, ""); err != nil {
		t.Fatal(err)
	}
	page := b.String()
	if !strings.Contains(page, "&lt;b&gt;a\\|b\\*c \\`") || strings.Contains(page, "<img>") {
		t.Errorf("not escaped:\n%s", b.String())
	}
}

func TestShort(t *testing.T) {
	var rows []results.Row
	for _, scheme := range []string{"plonk", "groth16"} {
		for _, log2 := range []int{20, 16, 18, 14} {
			rows = append(rows, proof(results.GPU, scheme, 1<<log2-5, nil))
		}
	}
	rows = append(rows,
		proof(results.GPU, "plonk", 1<<22, func(p *results.Proof) { p.Concurrency = 4 }),
		proof(results.GPU, "plonk", 1<<22, func(p *results.Proof) { p.Curve = "bw6-761" }))
	var b bytes.Buffer
	if err := WriteShort(&b, rows); err != nil {
		t.Fatal(err)
	}
	want := "One proof on one Test GPU 80GB and 16 threads of its host, the solver included " +
		`(mimc over BN254):

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
	if err := WriteChart(&b, rows); err != nil {
		t.Fatal(err)
	}
	svg := b.String()
	if !strings.HasPrefix(svg, "<svg ") || strings.Count(svg, "20.0×") != 6 {
		t.Errorf("the chart is\n%s", svg)
	}
	sum := []results.Row{sum(results.CPU, "bn254", "g1", 10, nil)}
	if err := WriteShort(&b, sum); !errors.Is(err, ErrNoRows) {
		t.Errorf("without proofs: %v", err)
	}
}

func TestPeersAreChecked(t *testing.T) {
	for _, text := range []string{`{"sums": [{"system": "a", "milliseconds": {"x": 1}}]}`,
		`{"sums": [{"systm": "a"}]}`, `{"proofs": [{"system": "a", "milliseconds": {"5": 0}}]}`} {
		if _, err := ReadPeers(strings.NewReader(text)); err == nil {
			t.Errorf("%s is accepted", text)
		}
	}
	all := peers(t)
	if len(all.Sums) == 0 || len(all.Proofs) == 0 || all.About == "" {
		t.Error("the committed figures are empty")
	}
	for _, p := range append(all.Sums, all.Proofs...) {
		if p.System == "" || p.Hardware == "" || p.Setting == "" || len(p.Milliseconds) == 0 {
			t.Errorf("not all is said of %+v", p)
		}
	}
}

// TestPeersNear: figures are beside proofs of up to half as much again, or as much less.
func TestPeersNear(t *testing.T) {
	peer := &Peer{Milliseconds: map[string]float64{"8170000": 21400, "1000": 3}}
	for size, want := range map[int]bool{
		8_000_000: true, 12_000_000: true, 12_300_000: false, 5_500_000: true, 5_400_000: false,
		1400: true, 1: false,
	} {
		if peer.near(size) != want {
			t.Errorf("%d constraints: near is %t", size, !want)
		}
	}
}
