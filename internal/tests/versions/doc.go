// Versions measures which versions of gnark, gnark-crypto and Go this module works with.
//
//	go run ./internal/tests/versions -quick        # the oldest and the newest row: does it prove?
//	go run ./internal/tests/versions               # every row, as lines of docs/versions.md
//	go run ./internal/tests/versions -unreleased   # a commit between releases, and a fork
//
// A row is measured in a module of its own, as a user has it, which replaces this module by the
// working directory. Proofs run on the emulator if GNARK_ACCEL_CUDA_DRIVER names it.
package main
