package groth16_test

import (
	"testing"

	"github.com/consensys/gnark/backend/groth16"
)

func BenchmarkAgainstGnark(b *testing.B) { scheme.BenchmarkAgainstGnark(b) }

func BenchmarkKeys(b *testing.B) { scheme.BenchmarkKeys(b, setup, groth16.NewProvingKey, readKey) }
