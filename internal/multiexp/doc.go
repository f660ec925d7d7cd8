// Package multiexp computes sums over points in gnark-crypto's types: on one device or several, or
// on the CPU.
//
// It checks the input, chooses devices, cuts a sum into ranges of its points where several devices
// share it, accepts the results, and has gnark-crypto compute what no device does. accel/bn254 and
// its siblings wrap it. Package session computes on one device.
package multiexp
