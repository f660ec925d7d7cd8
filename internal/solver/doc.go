// Package solver decides, for each witness, whether gnark's solver or ours runs.
//
// Ours runs a program that a system was translated to once, beside the first witness, which gnark
// solves. One witness is then solved by both, and every element compared, before ours is trusted.
// Where gnark is no release that the tests of equality ran on, more are compared later.
// Whatever ours cannot do or fails at, gnark's solver does: its results and its errors are what the
// caller sees.
//
// Package internal/solver/translate makes the program, and internal/solver/machine runs it.
package solver
