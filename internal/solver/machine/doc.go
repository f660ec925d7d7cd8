// Package machine solves gnark's compiled constraint systems over any scalar field, by programs of
// package internal/solver/program.
//
// The loops that touch field elements millions of times are generated for each field, in package
// internal/solver/<curve>. They are a [Machine] with other methods, behind the interface [Loops].
package machine
