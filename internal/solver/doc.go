// Package solver solves witnesses of gnark's constraint systems, by gnark's solver or a fast one.
//
// The fast solver runs a program, to which a system is translated once. Both solve the first
// witness, and every element is compared. Before that only proofs that are verified have the
// program's solutions. Where gnark is no release that passed the tests of equality, more are
// compared later. gnark's solver runs wherever the fast one cannot, or fails: the caller sees
// gnark's results and errors.
//
// Package internal/solver/translate makes the program, and a [Machine] runs it. Its [Loops]
// over field elements are generated for each field, in package internal/solver/<curve>.
package solver
