// Package program has the form in which constraint systems are solved: flat programs.
//
// A [Program] is one stream of 32-bit words, in an order in which every wire is known before an
// operation reads it. A second stream holds the assertions, which set no wire. Package
// internal/solver/translate makes programs, internal/solver/schedule orders them for several
// workers, and internal/solver/<curve> runs them.
package program
