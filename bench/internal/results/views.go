package results

import "slices"

// view is how pages show the rows of a command.
type view struct {
	Command string
	Title   string
	// heading and name are those of the first column, which names the row: see [nameOf].
	heading, name string
	columns       []column
	// minor says of a row that docs/performance.md can do without it.
	minor func(*Row) bool
	// sizes heads the table of that page where sizes are columns, and line names its lines. They
	// are empty for other tables.
	sizes, line string
}

// circuit names the circuit of a row, and msm how an MSM was called.
const (
	circuit = "{scheme}, {curve}, {circuit}, "
	msm     = "{one-shot}points sent along, {on-device}scalars on the device before, " +
		"{batch} MSMs in one call, {devices} devices, {checked}each MSM checked, " +
		"windows of {window} bits, at most {memory}"
)

// views are the views of all commands, in the order of pages.
var views = []view{
	{Command: "prove", Title: "Proofs", heading: "proof",
		name: circuit + "a stream of {stream}, {devices} devices, " +
			"{statistical-zk}statistical zero-knowledge, {keyless}without the verifying key, " +
			"{commitments} commitments, from {min-size} points on, at most {memory}",
		columns: []column{constraints, median("gnark-accel", Ours),
			figureOf("beyond the solver", "beyond-solver-ms"), figureOf("a minute", "per-minute"),
			figureOf("host memory", "host-bytes"), median("gnark", Gnark), faster(Sample.Median)},
		minor: func(r *Row) bool { // without a GPU it is the usual case
			return r.Setting["keyless"] != "" && r.Machine.Kind() != CPU
		}},
	{Command: "first", Title: "The first proof",
		heading: "first proof", name: circuit + "{form} key, {folder}",
		columns: append(speed(constraints, figureOf("proving key", "file-bytes")),
			column{heading: "slowest part", cell: slowestPart})},
	{Command: "setup", Title: "Setups", heading: "keys", name: circuit,
		columns: speed(constraints, figureOf("proving key", "file-bytes"))},
	{Command: "load", Title: "Reading keys", heading: "keys", name: circuit + "{form}",
		columns: speed(constraints, figureOf("proving key", "file-bytes"))},
	{Command: "ceremony", Title: "Ceremonies",
		heading: "ceremonies", name: "{curve}, {circuit}, phase {phase}: {step}",
		columns: speed(constraints, figureOf("file", "file-bytes"))},
	{Command: "solve", Title: "Solvers", heading: "circuit", name: "{circuit}, {builder}, {curve}",
		columns: []column{constraints, {heading: "threads", cell: nameOf("{threads}")},
			shortest("gnark", Gnark), shortest("gnark-accel", Ours), faster(Sample.Min),
			figureOf("translation", "translation-ms")},
		minor: func(r *Row) bool { return r.Setting["threads"] == "1" }},
	{Command: "msm", Title: "Multi-scalar multiplications", heading: "MSM",
		name: "{curve} {group} 2^{log2}, {scalars}, " + msm, columns: speed(),
		minor: func(r *Row) bool { return r.Setting["batch"] != "" },
		sizes: "group, milliseconds", line: "{curve} {group}, " + msm},
	{Command: "ntt", Title: "Transforms", heading: "transform",
		name: "{curve}, {transform}, 2^{log2}", columns: speed(),
		minor: func(r *Row) bool { return r.Setting["transform"] != "forward" },
		sizes: "transform, milliseconds", line: "{curve}, {transform}"},
}

// all are the columns of a view, the name first.
func (v *view) all() []column {
	return append([]column{{heading: v.heading, cell: nameOf(v.name)}}, v.columns...)
}

// viewOf returns the view of a row, or an empty one if its command is not known.
func viewOf(r *Row) *view {
	i := slices.IndexFunc(views, func(v view) bool { return v.Command == r.Command })
	if i < 0 {
		return new(view)
	}
	return &views[i]
}

// speed returns columns, both times, and their quotient.
func speed(columns ...column) []column {
	return append(columns, median("gnark", Gnark), median("gnark-accel", Ours),
		faster(Sample.Median))
}

// constraints is the column of their number.
var constraints = column{heading: "constraints", cell: func(r *Row) string {
	return count(float64(constraintsOf(r)))
}}
