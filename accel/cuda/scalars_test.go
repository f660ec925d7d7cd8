package cuda

import (
	"errors"
	"slices"
	"testing"
	"time"

	"github.com/gnark-accel/gnark-accel/accel/cuda/internal/cudatest"
	"github.com/gnark-accel/gnark-accel/accel/cuda/internal/driver"
	"github.com/gnark-accel/gnark-accel/accel/cuda/internal/plan"
	"github.com/gnark-accel/gnark-accel/internal/raw"
)

// Sums with several vectors: neighbours, some of which go through the device together, and others.
func TestMultiExpScalars(t *testing.T) {
	b, f := testBackend(t), cudatest.BN254
	b.device.Window = narrowWindow
	const n = 300
	points := testPoints(n + 7)
	bases, host := testBases(t, b, points, 2), testHostBases(b, points)
	w := testWorkspace(t, b)
	words := f.Elements(4*n, 1)
	all := upload(t, w, f.Field, words)
	other := upload(t, w, f.Field, f.Elements(n, 2))
	part := func(from, to int) *Vector { return all.Slice(from, to) }
	for name, vectors := range map[string][]*Vector{
		"none":                          nil,
		"nothing":                       []*Vector{part(0, 0)},
		"one":                           []*Vector{part(5, 105)},
		"three neighbours":              []*Vector{part(0, n), part(n, 2*n), part(2*n, 3*n)},
		"neighbours in the wrong order": []*Vector{part(n, 2*n), part(0, n)},
		"of different lengths":          []*Vector{part(0, n), part(n, 2*n-1), part(2*n-1, 3*n-2)},
		"with a gap":                    []*Vector{part(0, n), part(n+1, 2*n+1)},
		"the same twice":                []*Vector{part(0, n), part(0, n)},
		"neighbours and another":        []*Vector{part(0, n), part(n, 2*n), other, part(3*n, 4*n)},
		"nothing, twice":                []*Vector{part(0, 0), part(0, 0)},
	} {
		t.Run(name, func(t *testing.T) {
			s, err := w.Scalars(vectors...)
			cudatest.Must(t, err)
			defer s.Close()
			resident, err := b.MultiExpScalars(bases, 7, s)
			cudatest.Must(t, err)
			sent, err := b.MultiExpScalars(host, 7, s)
			cudatest.Must(t, err)
			if len(resident) != len(vectors) || len(sent) != len(vectors) {
				t.Fatalf("%d and %d sums for %d vectors",
					len(resident), len(sent), len(vectors))
			}
			if len(vectors) == 1 {
				up := []uint64{resident[0].Report.BytesUp, sent[0].Report.BytesUp}
				if up[0] != 0 || up[1] != uint64(vectors[0].Len()*bn254G1.PointBytes()) {
					t.Errorf("%d bytes are sent for %d points", up, vectors[0].Len())
				}
			}
			for i, v := range vectors {
				scalars := download(t, w, f, v)
				checkSum(t, "resident", resident[i], points[7:7+v.Len()], scalars)
				checkSum(t, "sent along", sent[i], points[7:7+v.Len()], scalars)
			}
		})
	}
	if !slices.Equal(download(t, w, f, all), words) {
		t.Error("the scalars changed")
	}
}

// Where the memory does not suffice for the buckets of all sums they are computed by halves, and
// where it does not for one, its elements go through in chunks.
func TestMultiExpScalarsInLittleMemory(t *testing.T) {
	b, f := testBackend(t), cudatest.BN254
	const n, many = 1500, 2
	points := testPoints(n)
	bases, host := testBases(t, b, points, 1), testHostBases(b, points)
	w := testWorkspace(t, b)
	words := f.Elements(many*n, 3)
	v := upload(t, w, f.Field, words)
	var vectors []*Vector
	for i := range many {
		vectors = append(vectors, v.Slice(i*n, (i+1)*n))
	}
	m := &b.device.Memory
	used, enough := roomFor(t, b, n)
	sums := func(bases *Bases) ([]*Result, error) {
		s, err := w.Scalars(vectors...)
		cudatest.Must(t, err)
		defer s.Close()
		return b.MultiExpScalars(bases, 0, s)
	}
	for _, room := range []uint64{enough, 2 * enough, 1 << 20} {
		m.Limit = used + Slots*room
		for what, some := range map[string]*Bases{"resident": bases, "sent along": host} {
			results, err := sums(some)
			cudatest.Must(t, err)
			if chunks := results[0].Report.Chunks; room < 1<<20 && chunks < 2 {
				t.Errorf("%s, %d bytes: one chunk", what, room)
			}
			for i, r := range results {
				checkSum(t, what, r, points, words[i*n*f.Limbs:(i+1)*n*f.Limbs])
			}
		}
	}
	m.Limit = used + 1000
	if _, err := sums(bases); !errors.Is(err, driver.ErrOutOfMemory) {
		t.Errorf("without memory: %v", err)
	}
	if !slices.Equal(download(t, w, f, v), words) { // the workspace is free again
		t.Error("the scalars changed")
	}
}

// roomFor returns the memory that is used, and enough for a slot's sum over n points from the host.
func roomFor(t *testing.T, b *Backend, n int) (used, enough uint64) {
	t.Helper()
	now := b.device.Memory.Now()
	request := b.device.Scratch(bn254G1, n)
	request.HostBases = true
	enough, err := request.Enough()
	cudatest.Must(t, err)
	return now.Used(plan.ForBases) + now.Used(plan.ForVectors), enough
}

// Scalars whose pages are locked need no copy: some or all of a sum's, in one chunk or several.
func TestMultiExpOfLockedPages(t *testing.T) {
	b, f := testBackend(t), cudatest.BN254
	const n, others = 1500, 1100
	points := testPoints(n)
	bases, host := testBases(t, b, points, 1), testHostBases(b, points)
	all, more := f.Elements(3*n, 4), f.Elements(others, 5)
	if err := b.Pin(raw.Bytes(all)); err != nil {
		t.Logf("not locked: %v", err) // they are copied then
	}
	defer func() { cudatest.Must(t, b.Unpin(raw.Bytes(all))) }()
	of := func(from, to int) []uint64 { return all[from*f.Limbs : to*f.Limbs] }
	m := &b.device.Memory
	used, enough := roomFor(t, b, n)
	for _, room := range []uint64{2 * enough, 1 << 20} {
		m.Limit = used + Slots*room
		for what, some := range map[string]*Bases{"resident": bases, "sent along": host} {
			for _, vectors := range [][][]uint64{
				{of(7, n)}, {of(0, n), of(n, 2*n+1-others), more, of(2*n, 3*n)},
			} {
				var bytes [][]byte
				for _, v := range vectors {
					bytes = append(bytes, raw.Bytes(v))
				}
				results, err := b.MultiExp(some, 0, bytes)
				cudatest.Must(t, err)
				for i, r := range results {
					checkSum(t, what, r, points[:len(vectors[i])/f.Limbs], vectors[i])
				}
			}
		}
	}
}

// Work that is queued after Scalars runs beside the sum. Memory that the scalars lie in is not
// given back before their Close.
func TestScalarsAreLent(t *testing.T) {
	b, f := testBackend(t), cudatest.BN254
	const n = 100
	points := testPoints(n)
	bases := testBases(t, b, points, 2)
	w, err := b.Workspace()
	cudatest.Must(t, err)
	words := f.Elements(n, 4)
	v := upload(t, w, f.Field, words)
	s, err := w.Scalars(v)
	cudatest.Must(t, err)
	other, err := w.Vector(f.Field, n)
	cudatest.Must(t, err)
	w.Multiply(other, v, v) // nothing of the workspace waits for the sum
	cudatest.Must(t, w.Wait())
	cudatest.Must(t, other.Close())
	closed := make(chan error)
	go func() { closed <- w.Close() }()
	select {
	case err := <-closed:
		t.Errorf("closed while the scalars are lent: %v", err)
	case <-time.After(50 * time.Millisecond):
	}
	results, err := b.MultiExpScalars(bases, 0, s)
	cudatest.Must(t, err)
	checkSum(t, "lent", results[0], points, words)
	s.Close()
	s.Close()
	cudatest.Must(t, <-closed)
	if _, err := w.Scalars(v); !errors.Is(err, driver.ErrClosed) {
		t.Errorf("after Close: %v", err)
	}
}
