// Package worker is a worker of the proving service: it joins a fleet, pulls jobs and proves them.
//
// Hints of gnark are Go functions, so a circuit with hints of its own needs a worker that has them.
// Such a program imports the package that registers its hints, and calls [Main]:
//
//	package main
//
//	import (
//		"github.com/gnark-accel/gnark-accel/service/worker"
//
//		_ "example.com/mycircuits/hints"
//	)
//
//	func main() { worker.Main() }
//
// It takes the flags of gnark-prover worker. Jobs go only to workers that have a circuit's hints
// and its version of gnark.
package worker
