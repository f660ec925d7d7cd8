// Package ceremony makes and verifies contributions to gnark's ceremonies for Groth16 keys, on a
// device.
//
// A contribution is a file of package mpcsetup of gnark, which its WriteTo writes and its ReadFrom
// reads. It belongs to phase 1 (powers of tau) or phase 2 (the keys of a circuit). The functions
// here read such files with gnark's checks, and write the files that gnark would write for the same
// randomness, byte for byte. So contributors with and without a device can take part in one
// ceremony. The other steps, such as NewPhase1, Initialize and Seal of phase 2, stay gnark's.
//
// Points are read, multiplied and summed up on the first device of the engine, or on the CPU
// without one. Proofs of contributions are made and verified by gnark-crypto. A verifier here
// condenses long vectors by MSMs with random scalars, before gnark-crypto compares their ratios.
//
// The secrets of a contribution are zeroed on the host and on the device. gnark-crypto leaves some
// numbers in memory until it is used again, as it does with gnark's own Contribute.
package ceremony
