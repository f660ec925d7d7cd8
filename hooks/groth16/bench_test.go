package groth16_test

import (
	"testing"

	"github.com/consensys/gnark/backend/groth16"
	"github.com/gnark-accel/gnark-accel/hooks/internal/hookstest/keys"
)

func BenchmarkAgainstGnark(b *testing.B) { scheme.BenchmarkAgainstGnark(b) }

func BenchmarkKeys(b *testing.B) {
	keys.Benchmark(b, scheme, setup, groth16.NewProvingKey, readKey)
}
