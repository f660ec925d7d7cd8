// Package spread computes sums over points on several devices, in gnark-crypto's types.
//
// A sum runs on the device that would end it first, or is cut into ranges, one for each device,
// whose sums are added up on the host. accel/bn254 and its siblings wrap it. What one device does
// is package internal/multiexp's.
package spread
