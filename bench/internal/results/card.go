package results

import (
	"fmt"
	"io"
	"math/bits"
)

// WriteCard writes the lines of docs/cards.md about a card, one for each scheme's stream. A price
// is that of an hour, in dollars, and 0 if it is not known.
func WriteCard(w io.Writer, rows []*Row, price float64) error {
	columns := []column{machine("card", "device"), machine("driver", "driver"),
		figureOf("MHz", "clock-mhz"), machine("revision", "revision"),
		machine("gnark's CPU", "cpu"), machine("threads", "threads"),
		{heading: "scheme", cell: nameOf("{scheme}")}}
	var streams []*Row
	alone, places := map[string]*Row{}, map[string]bool{}
	for _, row := range rows {
		if row.Setting["stream"] != "" {
			streams = append(streams, row)
			continue
		}
		alone[row.Setting["scheme"]+place(row)], places[place(row)] = row, true
	}
	for place := range sorted(places) {
		columns = append(columns, beforeGnark(place, alone))
	}
	columns = append(columns, column{heading: "in a stream", cell: func(r *Row) string {
		return fmt.Sprintf("%s of %s", short(r.Median(Ours)), place(r))
	}}, figureOf("joules a proof", "joules"), column{heading: "$ a thousand",
		cell: func(r *Row) string { return dollars(r.Median(Ours), price) }})
	_, err := io.WriteString(w, newTable(columns, streams).Markdown())
	return err
}

// place names the column of a proof: the domain of a chain of MiMC hashes, or the circuit.
func place(r *Row) string {
	if r.Setting["circuit"] == "mimc" {
		return domain(r)
	}
	return r.Setting["circuit"]
}

// domain is the size of the constraints' domain, such as "2^18".
func domain(r *Row) string { return fmt.Sprintf("2^%d", bits.Len(uint(constraintsOf(r)-1))) }

// machine is a column of a line about the machine.
func machine(heading, key string) column {
	return column{heading: heading, cell: func(r *Row) string { return r.Machine[key] }}
}

// beforeGnark is a column of our milliseconds for a proof, and gnark's in brackets.
func beforeGnark(place string, alone map[string]*Row) column {
	return column{heading: place, cell: func(r *Row) string {
		of := alone[r.Setting["scheme"]+place]
		if of == nil {
			return ""
		}
		return beside(beside("", of.Median(Gnark), true), of.Median(Ours), false)
	}}
}

// dollars is the price of a thousand proofs. A proof takes milliseconds, the price is an hour's.
func dollars(ms, price float64) string {
	if price == 0 {
		return ""
	}
	return fmt.Sprintf("%.4f", price*ms/3600)
}
