package main

import "fmt"

// row is a choice of versions: of gnark, gnark-crypto, the go line of a program that has them, and
// the Go that builds it. Fork is a module and its version that replace gnark; empty for none.
type row struct{ Gnark, Crypto, Line, Go, Fork string }

// rows are measured. The first has the oldest versions, which go.mod asks for, the last the newest.
var rows = []row{
	{"v0.14.0", "v0.19.0", "1.24.0", "1.24.13", ""},
	{"v0.14.0", "v0.19.0", "1.24.0", "1.26.8", ""},
	{"v0.15.0", "v0.20.1", "1.25.7", "1.25.7", ""},
	{"v0.16.0", "v0.21.0", "1.25.7", "1.25.7", ""},
	{"v0.16.1", "v0.21.0", "1.25.7", "1.25.7", ""},
	{"v0.16.2", "v0.21.0", "1.25.7", "1.25.7", ""},
	{"v0.16.3", "v0.21.0", "1.25.7", "1.25.7", ""},
	{"v0.16.3", "v0.22.0", "1.26.8", "1.26.8", ""},
}

// unreleased are commits between releases and a fork, which public programs link. Their proofs are
// measured alone, on the Go that is there. The second commit has GKR as no release has it.
var unreleased = []row{
	{"v0.14.1-0.20251203003358-cce547909fed", cryptoOfThese, "1.24.0", "", ""},
	{
		"v0.14.1-0.20260126121332-407111efab55", "v0.19.3-0.20260126145145-b5cf053fbc34",
		"1.24.9", "", "",
	},
	{"v0.14.0", cryptoOfThese, "1.24.0", "",
		"github.com/p4u/gnark v0.0.0-20251217225531-cd7874155e26"},
}

const cryptoOfThese = "v0.19.3-0.20251115174214-022ec58e8c19"

// quick lists the rows that every run of continuous integration proves with. They use the Go that
// is there.
func quick() []row {
	oldest, newest := rows[0], rows[len(rows)-1]
	oldest.Go, newest.Go = "", ""
	return []row{oldest, newest}
}

// tags returns the tags of the tests. One is for examples that use features of gnark from v0.15.0
// on.
func (r row) tags() string {
	if r.Gnark == rows[0].Gnark {
		return "cuda,gnark014"
	}
	return "cuda"
}

// measured is the result of a row.
type measured struct {
	row
	// Kept says that a program with these requirements keeps them.
	Kept bool
	// Proofs that gnark verified, and how many of their witnesses our solver solved.
	Proofs, Own int
	// Tests says that the tests of equal proofs and of the solver passed.
	Tests bool
}

// unreleased returns a line of a table of such rows.
func (m measured) unreleased() string {
	name := m.Gnark
	if m.Fork != "" {
		name += " => " + m.Fork
	}
	return fmt.Sprintf("| %s | %s | %d | %d |", name, m.Crypto, m.Proofs, m.Own)
}

// String returns a line of the table in docs/versions.md.
func (m measured) String() string {
	yes := map[bool]string{false: "no", true: "yes"}
	return fmt.Sprintf("| %s | %s | %s | %s | %d | %d | %s |",
		m.Gnark, m.Crypto, m.Go, yes[m.Kept], m.Proofs, m.Own, yes[m.Tests])
}
