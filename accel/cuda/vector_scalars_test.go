//go:build cuda && linux && (amd64 || arm64)

package cuda

import (
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/gnark-accel/gnark-accel/accel/cuda/driver"
)

// Sums with several vectors: neighbours, some of which go through the device together, and others.
func TestMultiExpScalars(t *testing.T) {
	b, f := testBackend(t), testFields[0]
	b.config.Window = narrowForEmulator
	const n = 300
	points := testPoints(n + 7)
	bases := testBases(t, b, points, 2)
	w := testWorkspace(t, b)
	words := f.elements(4*n, 1)
	all := upload(t, w, f.Field, words)
	other := upload(t, w, f.Field, f.elements(n, 2))
	part := func(from, to int) *Vector { return all.Slice(from, to) }
	for name, test := range map[string]struct {
		vectors []*Vector
		runs    int
	}{
		"none":                          {nil, 0},
		"one":                           {[]*Vector{part(5, 105)}, 1},
		"three neighbours":              {[]*Vector{part(0, n), part(n, 2*n), part(2*n, 3*n)}, 1},
		"neighbours in the wrong order": {[]*Vector{part(n, 2*n), part(0, n)}, 2},
		"of different lengths":          {[]*Vector{part(0, n), part(n, 2*n-1), part(2*n-1, 3*n-2)}, 2},
		"with a gap":                    {[]*Vector{part(0, n), part(n+1, 2*n+1)}, 2},
		"the same twice":                {[]*Vector{part(0, n), part(0, n)}, 2},
		"neighbours and another":        {[]*Vector{part(0, n), part(n, 2*n), other, part(3*n, 4*n)}, 3},
		"nothing, twice":                {[]*Vector{part(0, 0), part(0, 0)}, 2},
	} {
		t.Run(name, func(t *testing.T) {
			s, err := w.Scalars(test.vectors...)
			must(t, err)
			defer s.Close()
			runs := 0
			for range s.runs {
				runs++
			}
			if runs != test.runs {
				t.Errorf("%d runs, expected %d", runs, test.runs)
			}
			resident, err := bases.MultiExpScalars(7, s)
			must(t, err)
			longest := s.Len()
			streamed, err := b.MultiExpScalars(bn254G1, driver.Bytes(points[7:7+longest]), s)
			must(t, err)
			if len(resident) != len(test.vectors) || len(streamed) != len(test.vectors) {
				t.Fatalf("%d and %d sums for %d vectors", len(resident), len(streamed), len(test.vectors))
			}
			for i, v := range test.vectors {
				scalars := download(t, w, v)
				checkSum(t, "resident", resident[i], points[7:7+v.Len()], scalars)
				checkSum(t, "sent along", streamed[i], points[7:7+v.Len()], scalars)
			}
		})
	}
	if !slices.Equal(download(t, w, all), words) {
		t.Error("the scalars changed")
	}
}

// Where the memory does not suffice for the buckets of all sums they are computed by halves.
func TestMultiExpScalarsInHalves(t *testing.T) {
	b, f := testBackend(t), testFields[0]
	const n, many = 1000, 5
	points := testPoints(n)
	bases := testBases(t, b, points, 1)
	w := testWorkspace(t, b)
	words := f.elements(many*n, 3)
	v := upload(t, w, f.Field, words)
	var vectors []*Vector
	for i := range many {
		vectors = append(vectors, v.Slice(i*n, (i+1)*n))
	}
	m := &b.device.memory
	used := m.used[ofBases] + m.used[ofVectors]
	enough, err := b.device.scratch(bn254G1, n, 0, true).enough()
	must(t, err)
	for _, room := range []uint64{enough, 2 * enough, 1 << 20} {
		m.limit = used + lanesPerDevice*room
		s, err := w.Scalars(vectors...)
		must(t, err)
		results, err := bases.MultiExpScalars(0, s)
		must(t, err)
		s.Close()
		for i, r := range results {
			checkSum(t, fmt.Sprintf("%d bytes, vector %d", room, i), r, points, words[i*n*f.Limbs:(i+1)*n*f.Limbs])
		}
	}
	m.limit = used + 1000
	s, err := w.Scalars(vectors...)
	must(t, err)
	if _, err := bases.MultiExpScalars(0, s); !errors.Is(err, driver.ErrOutOfMemory) {
		t.Errorf("without memory: %v", err)
	}
	s.Close()
}

// What is queued after Scalars runs beside the sum, and memory that the scalars lie in is not given back before their Close.
func TestScalarsAreLent(t *testing.T) {
	b, f := testBackend(t), testFields[0]
	const n = 100
	points := testPoints(n)
	bases := testBases(t, b, points, 2)
	w, err := b.Workspace()
	must(t, err)
	words := f.elements(n, 4)
	v := upload(t, w, f.Field, words)
	s, err := w.Scalars(v)
	must(t, err)
	other, err := w.Vector(f.Field, n)
	must(t, err)
	must(t, w.Multiply(other, v, v)) // nothing of the workspace waits for the sum
	must(t, w.Wait())
	must(t, other.Close())
	closed := make(chan error)
	go func() { closed <- w.Close() }()
	select {
	case err := <-closed:
		t.Errorf("closed while the scalars are lent: %v", err)
	case <-time.After(50 * time.Millisecond):
	}
	results, err := bases.MultiExpScalars(0, s)
	must(t, err)
	checkSum(t, "lent", results[0], points, words)
	s.Close()
	s.Close()
	must(t, <-closed)
	if _, err := w.Scalars(v); !errors.Is(err, driver.ErrClosed) {
		t.Errorf("after Close: %v", err)
	}
}
