//go:build gnark014

package solvertest

// layered are circuits with GKR, whose systems are left to gnark up to v0.14.
func layered() []Circuit { return nil }

// lacking are the circuits of the catalogue that this gnark cannot compile.
var lacking = map[string]bool{"apk": true}
