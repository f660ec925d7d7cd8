package plonk_test

import "testing"

func BenchmarkAgainstGnark(b *testing.B) { scheme.BenchmarkAgainstGnark(b) }
