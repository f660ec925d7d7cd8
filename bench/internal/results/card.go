package results

import (
	"fmt"
	"io"
	"maps"
	"math/bits"
	"slices"
)

// card is a line of docs/cards.md, about a scheme's stream.
type card struct {
	*Row
	Alone   map[string]*Row // proofs by scheme and place
	Places  []string        // in order
	Dollars float64         // of a thousand proofs; 0 if the price is not known
}

// WriteCard writes the lines of docs/cards.md about a card, one for each scheme's stream. A price
// is that of an hour, in dollars, and 0 if it is not known.
func WriteCard(w io.Writer, rows []*Row, price float64) error {
	alone, places := map[string]*Row{}, map[string]bool{}
	for _, row := range rows {
		if row.Setting["stream"] == "" {
			alone[row.Setting["scheme"]+row.Place()], places[row.Place()] = row, true
		}
	}
	var t table
	for _, row := range rows {
		if row.Setting["stream"] == "" {
			continue
		}
		dollars := price * row.Median(Ours) / 3600 // a proof takes milliseconds
		line := card{row, alone, slices.Sorted(maps.Keys(places)), dollars}
		if err := t.write(len(t.lines), "card", row, line); err != nil {
			return err
		}
	}
	_, err := io.WriteString(w, t.Markdown())
	return err
}

// Place names the column of a proof: the domain of a chain of MiMC hashes, or the circuit.
func (r *Row) Place() string {
	if r.Setting["circuit"] == "mimc" {
		return r.Domain()
	}
	return r.Setting["circuit"]
}

// Domain is the size of the constraints' domain, such as "2^18".
func (r *Row) Domain() string { return fmt.Sprintf("2^%d", bits.Len(uint(r.Constraints()-1))) }
