package results

import (
	"strings"
	"testing"
)

// TestCard: a scheme has a line, its proofs have a column a size or circuit, with gnark's times.
func TestCard(t *testing.T) {
	proof := func(scheme, circuit, constraints, stream string, ms float64) *Row {
		r := New("prove", Setting{"scheme": scheme, "circuit": circuit, "curve": "bn254",
			"constraints": constraints}).With("stream", stream, "")
		r.Machine = Machine{"device": "a card", "driver": "580", "cpu": "a CPU", "threads": "16",
			"revision": "abc"}
		r.Times[Ours] = Sample{ms}
		if stream == "" {
			r.Times[Gnark] = Sample{20 * ms}
		}
		return r
	}
	first := proof("groth16", "mimc", "1048101", "100", 20)
	first.Figures["joules"], first.Figures["clock-mhz"] = 7.25, 1980
	rows := []*Row{first, proof("groth16", "mimc", "1048101", "", 80),
		proof("plonk", "mimc", "1048258", "100", 40), proof("plonk", "mimc", "1048258", "", 60),
		proof("groth16", "mimc", "16170", "", 4), proof("plonk", "ecdsa", "694179", "", 50)}
	var text strings.Builder
	if err := WriteCard(&text, rows, 3.6); err != nil {
		t.Fatal(err)
	}
	const want = `| card | driver | MHz | revision | gnark's CPU | threads | scheme ` +
		`| 2^14 | 2^20 | ecdsa | in a stream | joules a proof | $ a thousand |
|---|---|---|---|---|---|---|---|---|---|---|---|---|
| a card | 580 | 1 980 | abc | a CPU | 16 | Groth16 | 4.00 (80.0) | 80.0 (1600) |  | ` +
		`20.0 of 2^20 | 7.25 | 0.0200 |
| a card | 580 |  | abc | a CPU | 16 | PLONK |  | 60.0 (1200) | 50.0 (1000) | ` +
		`40.0 of 2^20 |  | 0.0400 |
`
	if text.String() != want {
		t.Errorf("printed\n%s\nwant\n%s", text.String(), want)
	}
}
