// Package machine solves gnark's compiled constraint systems over any scalar field, by programs of
// package internal/solver/program. The loops over field elements are generated for each field, in
// package internal/solver/<curve>: they are a [Machine] with other methods, behind [Loops].
package machine
