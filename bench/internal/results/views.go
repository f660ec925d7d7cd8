package results

import "slices"

// view is how pages show the rows of a command. The template of that name has its columns.
type view struct {
	Command string
	Title   string
	// minor says of a row that docs/performance.md can do without it.
	minor func(*Row) bool
	// sizes says that sizes are the columns of that page's table. Another template names its lines.
	sizes bool
}

// views are the views of all commands, in the order of pages.
var views = []view{
	{Command: "prove", Title: "Proofs", minor: func(r *Row) bool {
		return r.Setting["keyless"] != "" && r.Machine.Kind() != CPU // the usual case without a GPU
	}},
	{Command: "first", Title: "The first proof"},
	{Command: "setup", Title: "Setups"},
	{Command: "load", Title: "Reading keys"},
	{Command: "ceremony", Title: "Ceremonies"},
	{Command: "solve", Title: "Solvers", minor: func(r *Row) bool {
		return r.Setting["threads"] == "1"
	}},
	{Command: "msm", Title: "Multi-scalar multiplications", sizes: true, minor: func(r *Row) bool {
		return r.Setting["batch"] != ""
	}},
	{Command: "ntt", Title: "Transforms", sizes: true, minor: func(r *Row) bool {
		return r.Setting["transform"] != "forward"
	}},
}

// known says whether a command has a view.
func known(command string) bool {
	return slices.ContainsFunc(views, func(v view) bool { return v.Command == command })
}
