package hookstest

import (
	"slices"
	"testing"

	"github.com/gnark-accel/gnark-accel/accel"
)

// SizesAreThoseOfKeys compares the vectors that plans assume with the vectors of real keys.
func (s *Scheme[PK, VK, P]) SizesAreThoseOfKeys(t *testing.T) {
	for _, example := range s.Examples {
		i := s.Shared(t, example.Name)
		plan, err := s.Plan(i.CCS, accel.WithMemoryLimit(1<<30), accel.WithMinSize(1))
		if err != nil {
			t.Fatal(err)
		}
		var got []int
		for _, b := range plan.Bases {
			got = append(got, b.Points)
		}
		want := slices.DeleteFunc(s.Vectors(i.PK), func(points int) bool { return points == 0 })
		if !slices.Equal(got, want) {
			t.Errorf("%s: vectors of %v points, the key has %v", example.Name, got, want)
		}
	}
}
