// Package peel writes columns of a constraint system as combinations of other columns.
//
// A rank-1 system has three matrices A, B and C, with a row for each constraint and a column for
// each wire. A Groth16 key has a point for every column of A and B, and for some of C. The columns
// of C that it lacks follow from those by linear algebra.
//
// Rows are peeled off the system one after another, as the erasure codes of Luby, Mitzenmacher,
// Shokrollahi, Spielman and Stemann are decoded (Practical loss-resilient codes, STOC 1997). A
// known column with one entry left gives the row of that entry, and the row leaves all columns.
// Wires that are defined by one constraint and used in another are in many such columns. So the
// process ends early with nearly all systems; it is not elimination, and may stop at a core in
// which each column has two rows or more.
package peel
