package plan

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/gnark-accel/gnark-accel/accel/cuda/internal/driver"
	"github.com/gnark-accel/gnark-accel/accel/cuda/kernels"
)

var planGroups = []*Group{
	{Name: "bn254_g1", CoordinateLimbs: 4, ScalarLimbs: 4, ScalarBits: 254},
	{Name: "bls12_377_g1", CoordinateLimbs: 6, ScalarLimbs: 4, ScalarBits: 253},
	{Name: "bls12_381_g2", CoordinateLimbs: 12, ScalarLimbs: 4, ScalarBits: 255},
	{Name: "bw6_761_g1", CoordinateLimbs: 12, ScalarLimbs: 6, ScalarBits: 377},
}

// requestOf asks for a plan on an H100.
func requestOf(g *Group, s Shape, n int, memory uint64) Request {
	return Request{Group: g, Shape: s, Points: n, Memory: memory, Multiprocessors: 132}
}

// planOf makes a plan, and checks it.
func planOf(t *testing.T, r Request) *Plan {
	t.Helper()
	p, err := Make(r)
	if err == nil {
		err = checkPlan(p, r)
	}
	if err != nil {
		t.Fatalf("%s, %+v: %v: %+v", r.Group.Name, r, err, p)
	}
	return p
}

// Every shape covers the scalar with a bit to spare. Every window finds its multiple and its set.
func TestShapeCoversScalars(t *testing.T) {
	for _, g := range planGroups {
		for c := narrowestWindow; c <= widestWindow; c++ {
			for factor := 1; factor <= 200; factor++ {
				s := shapeOf(g, c, factor)
				if s.Windows*s.Window <= g.ScalarBits {
					t.Fatalf("%s, c = %d: %d windows leave no bit for the carry",
						g.Name, c, s.Windows)
				}
				if s.Factor*s.Sets < s.Windows || s.Factor > factor {
					t.Fatalf("%s, c = %d, factor %d: %+v", g.Name, c, factor, s)
				}
			}
		}
	}
}

func TestAdaptKeepsMultiples(t *testing.T) {
	for _, g := range planGroups {
		for c := narrowestWindow; c <= widestWindow; c++ {
			for _, factor := range []int{2, 3, 5, 300} {
				s := shapeOf(g, c, factor)
				for n := 1; n <= 1<<24; n *= 16 {
					a := s.adapt(g, n, &Hopper)
					if a.Doublings() != s.Doublings() || a.Factor != s.Factor {
						t.Fatalf("%+v became %+v: other multiples", s, a)
					}
					if a.Factor*a.Sets < a.Windows || a.Windows*a.Window <= g.ScalarBits {
						t.Fatalf("%+v does not cover the scalars of %s", a, g.Name)
					}
					if a.cost(n, &Hopper) > s.cost(n, &Hopper) {
						t.Fatalf("%+v costs more than %+v for %d points", a, s, n)
					}
				}
			}
		}
	}
}

func TestPlanShape(t *testing.T) {
	g := planGroups[0]
	for _, test := range []struct {
		request ShapeRequest
		want    Shape
	}{
		{ShapeRequest{Group: g, Points: 1 << 20, Factor: 1},
			Shape{15, 17, 1, 17}},
		{ShapeRequest{Group: g, Points: 1 << 24, Factor: 1},
			Shape{17, 15, 1, 15}},
		{ShapeRequest{Group: g, Points: 1 << 24, Memory: 12 << 30},
			Shape{22, 12, 12, 1}},
		{ShapeRequest{Group: g, Points: 1 << 24, Memory: 4 << 30},
			Shape{20, 13, 4, 4}},
		{ShapeRequest{Group: g, Points: 1 << 24, Memory: 1 << 20},
			Shape{17, 15, 1, 15}},
		{ShapeRequest{
			Group: g, Points: 1 << 20, Window: 16, Factor: 4, Memory: 1 << 30,
		}, Shape{16, 16, 4, 4}},
		{ShapeRequest{Group: g, Points: 1 << 28, Memory: 1 << 40},
			Shape{22, 12, 6, 2}},
	} {
		got, err := BestShape(test.request)
		if err != nil || got != test.want {
			t.Errorf("%+v: %+v, %v; want %+v", test.request, got, err, test.want)
		}
	}
	for _, window := range []int{1, 24, -3} {
		_, err := BestShape(ShapeRequest{Group: g, Points: 4, Window: window})
		if err == nil {
			t.Errorf("a window of %d bits is accepted", window)
		}
	}
}

// Plans stay within the memory, cover all scalars and keep to the kernels' limits.
func TestMakePlan(t *testing.T) {
	sizes := []int{1, 2, 3, 31, 32, 33, 1000, 4095, 4097, 1 << 16, 1<<20 + 7, 1 << 22, 1<<24 - 1}
	memories := []uint64{64 << 20, 300 << 20, 2 << 30, 70 << 30}
	for _, g := range planGroups {
		for _, n := range sizes {
			for _, factor := range []int{1, 3, 40} {
				for _, memory := range memories {
					for _, hostBases := range []bool{false, true} {
						shape, err := BestShape(ShapeRequest{
							Group: g, Points: n, Factor: factor, Memory: memory / 2,
							Scratch: memory,
						})
						if err != nil {
							t.Fatal(err)
						}
						r := requestOf(g, shape, n, memory)
						r.HostBases = hostBases
						planOf(t, r)
					}
				}
			}
		}
	}
}

func checkPlan(p *Plan, r Request) error {
	sum := 0
	for _, c := range p.Chunks {
		if c < 1 {
			return fmt.Errorf("a chunk of %d scalars", c)
		}
		sum += c
	}
	switch {
	case sum != r.Points:
		return fmt.Errorf("chunks of %d scalars in all, not %d", sum, r.Points)
	case p.Layout.Bytes > r.Memory:
		return errors.New("more memory than there is")
	case p.BucketSort.Bins > kernels.MaxBins || p.BucketSort.FineBits > maxFineBits ||
		p.BucketSort.Bins<<p.BucketSort.FineBits < p.Buckets():
		return errors.New("bins do not cover the buckets")
	case p.Layout.Bytes < r.Memory/2 && len(p.Chunks) > 12+fullChunks(p, r):
		return errors.New("chunks smaller than the memory asks for")
	case p.Threads%Accumulation(r.Group).Block != 0 || p.Threads == 0:
		return errors.New("threads are not whole blocks")
	case p.LongThreads%Accumulation(r.Group).Block != 0 || p.LongThreads == 0 ||
		p.LongThreads > p.Threads:
		return errors.New("threads with long runs are not whole blocks")
	case p.LongThreads == p.Threads && p.Shorter != 1:
		return errors.New("runs are rounded for shorter ones that there are not")
	case p.Sets<<(p.RowBits+p.ColumnBits) != p.Buckets():
		return errors.New("rows and columns do not cover a set")
	case p.ShareBits > min(p.RowBits, p.ColumnBits) ||
		1<<(p.ColumnBits-p.ShareBits) > kernels.LinesThreads/kernels.Quad:
		return errors.New("the quads of a line outgrow a block")
	case uint64(slices.Max(p.Chunks))*uint64(p.Windows) > maxEntries:
		return errors.New("entries outgrow 32 bits")
	}
	return nil
}

// fullChunks are the chunks that are as large as pairing allows.
func fullChunks(p *Plan, r Request) int {
	if most := r.maxBatchAffine(); most > 0 {
		return r.Points * r.vectors() * p.Windows / most
	}
	return 0
}

// Scalars that are on the device take no room. They are cut into nearly equal pieces, and only
// where the memory is short.
func TestPlanDeviceScalars(t *testing.T) {
	for _, g := range planGroups {
		for _, n := range []int{1, 1000, 1<<20 + 7, 1 << 22} {
			shape := shapeOf(g, 16, 3)
			for _, memory := range []uint64{300 << 20, 70 << 30} {
				r := requestOf(g, shape, n, memory)
				sent := planOf(t, r)
				r.Scalars = OnDevice
				p := planOf(t, r)
				if len(p.Chunks) > len(sent.Chunks) ||
					memory > 1<<30 && len(p.Chunks) > 1+fullChunks(p, r) ||
					slices.Max(p.Chunks) > slices.Min(p.Chunks)+1 {
					t.Errorf("%s, %d points, %d bytes: chunks of %v", g.Name, n, memory, p.Chunks)
				}
				if l := p.Layout; l.Scalars != [2]uint64{} || l.BinKeys != 0 {
					t.Errorf("%s, %d points: room for scalars: %+v", g.Name, n, l)
				}
			}
		}
	}
}

func TestMakePlanOutOfMemory(t *testing.T) {
	g := planGroups[0]
	_, err := Make(requestOf(g, shapeOf(g, 20, 1), 1<<20, 1<<20))
	if !errors.Is(err, driver.ErrOutOfMemory) {
		t.Fatalf("%v is not ErrOutOfMemory", err)
	}
}

// Scalars that are sent go in a few chunks, of which the device waits for the first. Each is large
// enough to hide the copy of the next, more or less. Few scalars go at once.
func TestChunksGrow(t *testing.T) {
	for _, g := range planGroups {
		for n, fewest := range map[int]int{1 << 10: 1, 1 << 16: 1, 1 << 20: 2, 1 << 24: 3} {
			r := Request{Group: g, Shape: shapeOf(g, 19, 13), Points: n}
			chunks := r.chunks(n, 1<<30)
			if len(chunks) < fewest || len(chunks) > maxGrowing || fewest == 1 && len(chunks) > 1 {
				t.Errorf("%s, %d scalars: %d chunks", g.Name, n, len(chunks))
			}
			if fewest > 1 && chunks[0] > n/3 {
				t.Errorf("%s, %d scalars: a first chunk of %d", g.Name, n, chunks[0])
			}
			if !slices.IsSorted(chunks) {
				t.Errorf("%s: %v do not grow", g.Name, chunks)
			}
			c, copied, ended := r.costs(), 0.0, 0.0
			for i, chunk := range chunks {
				copied += c.copy * float64(chunk)
				if waits := copied - ended; i > 0 && waits > ended/4 {
					t.Errorf("%s, %v: the device waits %.0f µs for chunk %d",
						g.Name, chunks, waits/1e3, i)
				}
				ended = max(ended, copied) + c.compute*float64(chunk) + c.chunk
			}
		}
	}
}

// The chunks are all of the scalars, whatever is asked for.
func TestChunksAreAll(t *testing.T) {
	for _, n := range []int{1, 2, 3, 1000, 1 << 20, 12345678} {
		for _, most := range []int{1, 2, n/3 + 1, n, 2 * n} {
			for _, c := range []costModel{{1, 2, 100_000}, {1, 0, 0}, {0, 1, 1}, {5, 1, 10}} {
				if n/most > 1<<20 {
					continue
				}
				sum := 0
				for _, chunk := range c.chunks(n, most) {
					if chunk < 1 || chunk > most {
						t.Fatalf("a chunk of %d, at most %d", chunk, most)
					}
					sum += chunk
				}
				if sum != n {
					t.Errorf("chunks of at most %d for %d scalars have %d", most, n, sum)
				}
			}
		}
	}
}

// Chunks that may not grow are as many as it takes, however many that are.
func TestSmallChunks(t *testing.T) {
	const n, most = 1 << 24, 1 << 10
	r := Request{Group: planGroups[0], Shape: shapeOf(planGroups[0], 19, 13)}
	chunks := r.chunks(n, most)
	if least := n / most; len(chunks) < least || len(chunks) > least+1 {
		t.Errorf("%d chunks of at most %d for %d scalars", len(chunks), most, n)
	}
}

// A pass over several vectors has room for the buckets of all of them. It cuts all of them into
// chunks. With little memory several MSMs at once are no gain: their buckets leave chunks too
// small.
func TestPlanBatchWithLittleMemory(t *testing.T) {
	r := requestOf(planGroups[0], shapeOf(planGroups[0], 16, 1), 1<<22, 256<<20)
	alone := planOf(t, r)
	r.Vectors = 3
	if p, err := Make(r); !errors.Is(err, driver.ErrOutOfMemory) {
		t.Errorf("%d chunks rather than 3 times %d: %v", len(p.Chunks), len(alone.Chunks), err)
	}
	r.Memory *= 4
	if p, err := Make(r); err != nil || len(p.Chunks) > 3*len(alone.Chunks) {
		t.Errorf("with more memory: %v", err)
	}
}

func TestPlanBatch(t *testing.T) {
	for _, g := range planGroups {
		shape := shapeOf(g, 12, 3)
		for _, vectors := range []int{1, 2, 3, 8, 100} {
			r := requestOf(g, shape, 5000, 1<<30)
			r.Vectors = vectors
			p, err := Make(r)
			if err != nil {
				t.Fatal(err)
			}
			sum := 0
			for _, c := range p.Chunks {
				sum += c
			}
			if sum != 5000*vectors || p.AllSets() != vectors*shape.Sets ||
				p.Results() != p.AllSets()*shape.Window ||
				p.BucketSort.Bins<<p.BucketSort.FineBits < p.AllBuckets() {
				t.Errorf("%s, %d vectors: %+v", g.Name, vectors, p)
			}
		}
		r := requestOf(g, shapeOf(g, 22, 40), 10, 1<<40)
		r.Vectors = 5
		if _, err := Make(r); !errors.Is(err, driver.ErrOutOfMemory) {
			t.Errorf("%s: more buckets than the kernels can count: %v", g.Name, err)
		}
		narrow := shapeOf(g, narrowestWindow, 1)
		r = requestOf(g, narrow, 10, 1<<40)
		r.Vectors = maxSets / narrow.Sets
		if _, err := Make(r); err != nil {
			t.Errorf("%s: as many sets as a grid has rows: %v", g.Name, err)
		}
		r.Vectors++
		if _, err := Make(r); !errors.Is(err, driver.ErrOutOfMemory) {
			t.Errorf("%s: more sets than a grid has rows: %v", g.Name, err)
		}
	}
}
