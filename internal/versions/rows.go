package main

import "fmt"

// row is a choice of versions: of gnark, gnark-crypto, the go line of a program that has them, and
// the Go that builds it.
type row struct{ Gnark, Crypto, Line, Go string }

// rows are measured. The first has the oldest versions, which go.mod asks for, the last the newest.
var rows = []row{
	{"v0.14.0", "v0.19.0", "1.24.0", "1.24.13"},
	{"v0.14.0", "v0.19.0", "1.24.0", "1.26.8"},
	{"v0.15.0", "v0.20.1", "1.25.7", "1.25.7"},
	{"v0.16.0", "v0.21.0", "1.25.7", "1.25.7"},
	{"v0.16.1", "v0.21.0", "1.25.7", "1.25.7"},
	{"v0.16.2", "v0.21.0", "1.25.7", "1.25.7"},
	{"v0.16.3", "v0.21.0", "1.25.7", "1.25.7"},
	{"v0.16.3", "v0.22.0", "1.26.8", "1.26.8"},
}

// quick are the rows that every run of continuous integration proves with, on the Go that is there.
func quick() []row {
	oldest, newest := rows[0], rows[len(rows)-1]
	oldest.Go, newest.Go = "", ""
	return []row{oldest, newest}
}

// tags are those of the tests. One is for examples that use what gnark has from v0.15.0 on.
func (r row) tags() string {
	if r.Gnark == rows[0].Gnark {
		return "cuda,gnark014"
	}
	return "cuda"
}

// measured is what a row gave.
type measured struct {
	row
	// Kept says that a program with these requirements keeps them.
	Kept bool
	// Proofs that gnark verified, and how many of their witnesses our solver solved.
	Proofs, Own int
	// Tests says that the tests of equal proofs and of the solver passed.
	Tests bool
}

// String returns a line of the table in docs/versions.md.
func (m measured) String() string {
	yes := map[bool]string{false: "no", true: "yes"}
	return fmt.Sprintf("| %s | %s | %s | %s | %d | %d | %s |",
		m.Gnark, m.Crypto, m.Go, yes[m.Kept], m.Proofs, m.Own, yes[m.Tests])
}
