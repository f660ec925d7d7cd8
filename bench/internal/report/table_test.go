package report

import (
	"bytes"
	"strings"
	"testing"

	"github.com/gnark-accel/gnark-accel/bench/internal/results"
)

func TestTables(t *testing.T) {
	rows := []results.Row{
		sum(results.CPU, "bn254", "g1", 10, nil),
		sum(results.GPU, "bn254", "g1", 20, nil),
		sum(results.GPU, "bn254", "g2", 18, nil),
		sum(results.GPU, "bn254", "g1", 20, func(m *results.MSM) { m.Distribution, m.Time = "witness", sample(0.5) }),
		sum(results.GPU, "bn254", "g1", 18, func(m *results.MSM) { m.Mode, m.GnarkCrypto, m.Time = results.OneShot, nil, sample(7) }),
		sum(results.GPU, "bn254", "g1", 20, func(m *results.MSM) { m.Distribution = "ones" }),
		transform(results.GPU, "bn254", "forward", 22),
		transform(results.GPU, "bn254", "forward", 20),
		transform(results.GPU, "bn254", "inverse", 20),
		transform(results.CPU, "bls12-377", "forward", 10),
		proof(results.GPU, "plonk", 262_144, func(p *results.Proof) { p.Concurrency, p.Gnark = 4, nil }),
		proof(results.GPU, "plonk", 1_048_699, func(p *results.Proof) { p.Device = &results.DeviceTime{Part: 100, Busy: 93, Idle: 0.07} }),
		proof(results.GPU, "groth16", 262_144, func(p *results.Proof) { p.Stream, p.Gnark = 20, nil }),
		sum(results.GPU, "bn254", "g2", 18, func(m *results.MSM) { m.Time = sample(3) }), // measured again
	}
	var b bytes.Buffer
	if err := WriteTables(&b, rows); err != nil {
		t.Fatal(err)
	}
	want := `On one Test GPU 80GB with driver 580.95.05 and 16 threads of Test <CPU> & Co, every result checked, every proof verified:

| scheme, curve, circuit | constraints | first proof | prove, median | gnark's, median | speed-up | device idle |
|---|---|---|---|---|---|---|
| PLONK, BN254, mimc | 1 048 699 | 787 ms, of which 315 ms after loading, the solver 157 ms | 157 ms, of which 105 ms beyond the solver | 3.15 s | 20.0 | 7 % of 100 ms |
| PLONK, BN254, mimc, 4 at once | 262 144 | 197 ms, of which 78.6 ms after loading, the solver 39.3 ms | 39.3 ms, 1526 a minute |  |  |  |
| Groth16, BN254, mimc, a stream of 20 | 262 144 |  | 39.3 ms, 1526 a minute |  |  |  |

| group, milliseconds | 2^18 | 2^20 |
|---|---|---|
| BN254 G1 |  | 1.25 (0.50) |
| BN254 G1, gnark-crypto on the CPU |  | 125 (125) |
| BN254 G1, points sent along | 7.00 |  |
| BN254 G2 | 3.00 |  |
| BN254 G2, gnark-crypto on the CPU | 88.2 |  |

| transform, milliseconds | 2^20 | 2^22 |
|---|---|---|
| BN254, forward | 0.115 | 0.429 |
| BN254, forward, gnark-crypto on the CPU | 5.74 | 21.5 |
| BN254, inverse | 0.115 |  |
| BN254, inverse, gnark-crypto on the CPU | 5.74 |  |

On the CPU alone, 16 threads of Test <CPU> & Co:

| group, milliseconds | 2^10 |
|---|---|
| BN254 G1 | 0.20 |

| transform, milliseconds | 2^10 |
|---|---|
| BLS12-377, forward | 0.010 |
`
	if got := b.String(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestPeersAreChecked(t *testing.T) {
	for _, text := range []string{`{"sums": [{"system": "a", "milliseconds": {"x": 1}}]}`, `{"sums": [{"systm": "a"}]}`, `{"proofs": [{"system": "a", "milliseconds": {"5": 0}}]}`} {
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
