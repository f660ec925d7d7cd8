package benchmarks

import (
	"fmt"
	"strconv"

	"github.com/gnark-accel/gnark-accel/bench/implementations"
	"github.com/gnark-accel/gnark-accel/bench/internal/results"
)

// Views say how pages show the rows of each benchmark.
func Views() results.Views {
	size := results.Figure("proving key", "file-bytes")
	return results.Views{
		{Name: "prove", Title: "Proofs", Columns: proofColumns,
			Minor: func(r *results.Row) bool { // without a GPU it is the usual case
				return r.Setting["keyless"] != "" && r.Machine.Kind() != results.CPU
			}},
		{Name: "first", Title: "The first proof",
			Columns: append(speed("first proof", firstName, constraints, size),
				results.Column{Heading: "slowest part", Cell: slowestPart})},
		{Name: "setup", Title: "Setups", Columns: speed("keys", keyName, constraints, size)},
		{Name: "load", Title: "Reading keys", Columns: speed("keys", keyName, constraints, size)},
		{Name: "ceremony", Title: "Ceremonies", Columns: speed("ceremonies", ceremonyName,
			constraints, results.Figure("file", "file-bytes"))},
		{Name: "solve", Title: "Solvers", Columns: solverColumns,
			Minor: func(r *results.Row) bool { return r.Setting["threads"] == "1" }},
		{Name: "msm", Title: "Multi-scalar multiplications", Columns: speed("MSM", msmName),
			Minor: func(r *results.Row) bool { return r.Setting["batch"] != "" },
			Sizes: "group, milliseconds", Cells: msmCells},
		{Name: "ntt", Title: "Transforms", Columns: speed("transform", func(r *results.Row) string {
			return results.Join(transformName(r), "2^"+r.Setting["log2"])
		}), Minor: func(r *results.Row) bool {
			return r.Setting["transform"] != string(implementations.Forward)
		}, Sizes: "transform, milliseconds", Cells: transformCells},
	}
}

// speed returns the columns of names, others, both times, and their quotient.
func speed(
	heading string, name func(*results.Row) string, others ...results.Column,
) []results.Column {
	all := append([]results.Column{{Heading: heading, Cell: name}}, others...)
	return append(all, results.Median("gnark", results.Gnark),
		results.Median("gnark-accel", results.Ours), results.Faster(results.Sample.Median))
}

// constraints is the column of their number.
var constraints = results.Column{Heading: "constraints", Cell: func(r *results.Row) string {
	return results.Number(r.Setting["constraints"])
}}

var proofColumns = []results.Column{
	{Heading: "proof", Cell: func(r *results.Row) string {
		return results.Join(circuitName(r), settings(r, []naming{
			{"stream", "a stream of %s"}, {"devices", "%s devices"},
			{"statistical-zk", "statistical zero-knowledge"},
			{"keyless", "without the verifying key"}, {"commitments", "%s commitments"},
			{"min-size", "from %s points on"}, {"memory", "at most %s"},
		}))
	}},
	constraints, results.Median("gnark-accel", results.Ours),
	results.Figure("beyond the solver", "beyond-solver-ms"),
	results.Figure("a minute", "per-minute"), results.Figure("host memory", "host-bytes"),
	results.Median("gnark", results.Gnark), results.Faster(results.Sample.Median),
}

var solverColumns = []results.Column{
	{Heading: "circuit", Cell: func(r *results.Row) string {
		return results.Join(r.Setting["circuit"], results.Known(r.Setting["builder"]),
			results.Curve(r.Setting["curve"]))
	}},
	constraints,
	{Heading: "threads", Cell: func(r *results.Row) string { return r.Setting["threads"] }},
	results.Min("gnark", results.Gnark), results.Min("gnark-accel", results.Ours),
	results.Faster(results.Sample.Min), results.Figure("translation", "translation-ms"),
}

// circuitName is the scheme, the curve and the circuit, such as "Groth16, BN254, mimc".
func circuitName(r *results.Row) string {
	return results.Join(results.Known(r.Setting["scheme"]), results.Curve(r.Setting["curve"]),
		r.Setting["circuit"])
}

func firstName(r *results.Row) string {
	return results.Join(circuitName(r), r.Setting["form"]+" key", r.Setting["folder"])
}

func keyName(r *results.Row) string { return results.Join(circuitName(r), r.Setting["form"]) }

func ceremonyName(r *results.Row) string {
	return results.Join(results.Curve(r.Setting["curve"]), r.Setting["circuit"],
		"phase "+r.Setting["phase"]+": "+r.Setting["step"])
}

// groupName is the name of a row's group, such as BN254 G1.
func groupName(r *results.Row) string {
	return results.Curve(r.Setting["curve"]) + " " + results.Curve(r.Setting["group"])
}

func msmName(r *results.Row) string {
	return results.Join(groupName(r)+" 2^"+r.Setting["log2"], r.Setting["scalars"], msmSetting(r))
}

// msmSetting says how an MSM was called, beyond its group, size and scalars. It is empty for one
// call over resident bases.
func msmSetting(r *results.Row) string {
	return settings(r, []naming{
		{"one-shot", "points sent along"}, {"on-device", "scalars on the device before"},
		{"batch", "%s MSMs in one call"}, {"devices", "%s devices"},
		{"checked", "each MSM checked"}, {"window", "windows of %s bits"},
		{"memory", "at most %s"},
	})
}

// msmCells are the times of an MSM, and gnark-crypto's, in the table of sizes. Only uniform scalars
// and a witness's are there.
func msmCells(r *results.Row) []results.Cell {
	scalars := r.Setting["scalars"]
	if scalars != "uniform" && scalars != "witness" {
		return nil
	}
	cell := results.Cell{Line: results.Join(groupName(r), msmSetting(r)), Log2: r.Setting["log2"],
		MS: r.Median(results.Ours), Aside: scalars == "witness"}
	cells := []results.Cell{cell}
	if msmSetting(r) == "" {
		cell.Line, cell.MS = groupName(r)+", gnark-crypto", r.Median(results.Gnark)
		cells = append(cells, cell)
	}
	return cells
}

func transformName(r *results.Row) string {
	return results.Join(results.Curve(r.Setting["curve"]), r.Setting["transform"])
}

func transformCells(r *results.Row) []results.Cell {
	size := r.Setting["log2"]
	return []results.Cell{
		{Line: transformName(r), Log2: size, MS: r.Median(results.Ours)},
		{Line: transformName(r) + ", gnark-crypto", Log2: size, MS: r.Median(results.Gnark)},
	}
}

// naming is the text of a setting, with its value.
type naming struct{ setting, text string }

// settings lists the texts of the settings that a row has.
func settings(r *results.Row, all []naming) string {
	var parts []string
	for _, n := range all {
		value, ok := r.Setting[n.setting]
		switch {
		case !ok:
			continue
		case value == "true":
			parts = append(parts, n.text)
			continue
		case n.setting == "memory":
			bytes, _ := strconv.ParseFloat(value, 64) // 0 is shown as nothing
			value = results.Bytes(bytes)
		}
		parts = append(parts, fmt.Sprintf(n.text, value))
	}
	return results.Join(parts...)
}
