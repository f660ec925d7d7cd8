// Versions measures which versions of gnark, gnark-crypto and Go this module works with, and writes
// docs/versions.md.
//
//	go run ./internal/versions -quick        # the oldest and the newest row: does it prove?
//	go run ./internal/versions               # every row, for docs/versions.json and its page
//	go run ./internal/versions -equality     # also gnark's own tests of each version, for hours
//	go run ./internal/versions -page         # the page alone, from the results that are there
//
// A row is measured in a module of its own, as a user has it, which replaces this module by the
// working directory. Proofs run on the emulator if GNARK_ACCEL_CUDA_DRIVER names it.
package main
