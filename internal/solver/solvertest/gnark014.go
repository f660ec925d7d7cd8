//go:build gnark014

package solvertest

func layered() []Circuit { return nil }

// lacking are the circuits of the catalogue that this gnark cannot compile.
var lacking = map[string]bool{"apk": true}
