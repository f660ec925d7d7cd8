// Command bench measures gnark-accel, and turns the measurements into pages, pictures and
// comparisons.
//
//	go run -tags cuda . msm -groups bn254/g1,bn254/g2 -sizes 16,18,20,22 -json msm.json
//	go run -tags cuda . ntt -curve bn254,bls12-377 -sizes 18,20,22 -json ntt.json
//	go run -tags cuda . prove -scheme plonk -constraints 262144 -json proofs.json
//	go run . report -out report msm.json proofs.json
//	go run . report -markdown performance.md msm.json proofs.json
//	go run . compare -threshold 5% old.json new.json
//
// Every result of an MSM is compared with one that was computed in another way, every proof is
// verified by gnark. Rows are appended to the file as soon as they are finished, so that an
// interrupt loses none of them. Without the tag cuda, or on a machine without a GPU, the same
// commands measure the CPU; with the driver's emulator they run on that. Each row says what it was
// measured on, and rows of different kinds are never compared, nor shown together.
//
// README.md describes the commands and the rows. bench is a module of its own, so that what it
// needs stays out of the library's dependencies.
package main
