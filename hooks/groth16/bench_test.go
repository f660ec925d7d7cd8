package groth16_test

import "testing"

func BenchmarkAgainstGnark(b *testing.B) { scheme.BenchmarkAgainstGnark(b) }
