package schedule

import (
	"slices"
	"testing"

	"github.com/consensys/gnark-crypto/ecc"
	cs "github.com/consensys/gnark/constraint/bn254"
	"github.com/consensys/gnark/frontend"
	"github.com/gnark-accel/gnark-accel/examples/circuits/catalog"
	"github.com/gnark-accel/gnark-accel/internal/solver/program"
	"github.com/gnark-accel/gnark-accel/internal/solver/translate"
)

// Wide circuits gain from several workers by the model, and chains start none.
func TestGains(t *testing.T) {
	for _, test := range []struct {
		circuit, builder string
		least            float64
	}{
		{"mimc", "r1cs", 1}, {"merkle", "scs", 1}, {"eddsa", "r1cs", 1},
		{"sha256", "r1cs", 1.7}, {"sha256", "scs", 1.7}, {"rangecheck", "scs", 3},
		{"keccak", "r1cs", 5},
	} {
		if testing.Short() && test.circuit == "keccak" {
			continue
		}
		p := wide(t, test.circuit, test.builder)
		gain := 1.
		if s := p.Schedule; s != nil {
			gain = float64(s.Work) / float64(s.Time)
			t.Logf("%s, %s: %.2f times as fast with %d workers", test.circuit, test.builder, gain,
				s.Workers)
		}
		if gain < test.least || test.least == 1 && gain > 1 {
			t.Errorf("%s, %s: %.2f times as fast, expected %v", test.circuit, test.builder, gain,
				test.least)
		}
	}
}

// wide returns the program of a circuit of some 2^16 constraints, in the order for all workers.
func wide(t *testing.T, circuit, builder string) *program.Program {
	t.Helper()
	c, err := catalog.Lookup(circuit)
	if err != nil {
		t.Fatal(err)
	}
	newBuilder := Builders[builder]
	made, err := c.New(ecc.BN254, 1<<16, catalog.WithBuilder(newBuilder))
	if err != nil {
		t.Fatal(err)
	}
	system, err := frontend.Compile(ecc.BN254.ScalarField(), newBuilder, made.Circuit)
	if err != nil {
		t.Fatal(err)
	}
	sys := system.(*cs.R1CS)
	p, err := translate.System(&sys.System, sys)
	if err == nil {
		err = Order(p, &sys.System)
	}
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// Behind a long operation comes only what needs it, and that stays in its queue.
func TestLongOperations(t *testing.T) {
	const long, short = 20_000, 2000
	// 0 is long; 1 needs it; 2 to 9 need nothing.
	d := &dependencies{cost: []uint32{long, 100}, alone: make([]bool, 10)}
	d.needs = lists{all: []uint32{0}, first: []uint32{0, 0, 1}}
	for range 8 {
		d.cost = append(d.cost, short)
		d.needs.first = append(d.needs.first, 1)
	}
	d.users = d.needs.reversed()
	d.setRanks()
	p := newPlan(d, 2)
	if p.queue[1] != p.queue[0] || p.begin[1] != long || p.time() != long+100 {
		t.Errorf("operations begin at %v, the last one ends at %d", p.begin, p.time())
	}
	for i := 2; i < len(d.cost); i++ {
		if p.queue[i] == p.queue[0] {
			t.Errorf("operation %d waits behind the long one", i)
		}
	}
	if len(p.waits) > 0 || len(p.segments()) != 2 {
		t.Errorf("queues wait: %v", p.waits)
	}
}

// A queue waits for another one once, after the latency, and the other queue stops there for it,
// unless its segment ends in time anyway.
func TestWaits(t *testing.T) {
	// 0 and 1 are long and need nothing; 2 and 3 need both; 4, which is long, needs 2.
	d := &dependencies{cost: []uint32{5000, 5000, 100, 90, 4000}, alone: make([]bool, 5)}
	d.needs = lists{all: []uint32{0, 1, 0, 1, 2}, first: []uint32{0, 0, 0, 2, 4, 5}}
	d.users = d.needs.reversed()
	d.setRanks()
	p := newPlan(d, 2)
	if want := []uint8{0, 1, 0, 1, 0}; !slices.Equal(p.queue, want) {
		t.Fatalf("queues %v, expected %v", p.queue, want)
	}
	if want := []wait{{2, 1}, {3, 0}}; !slices.Equal(p.waits, want) {
		t.Errorf("waits %v, expected %v", p.waits, want)
	}
	if p.begin[2] != 5000+latency || p.begin[3] != 5000+latency {
		t.Errorf("operations begin at %v", p.begin)
	}
	var got [][]uint32
	for _, s := range p.segments() {
		got = append(got, s.operations)
	}
	want := [][]uint32{{0}, {1}, {2, 4}, {3}}
	if !slices.EqualFunc(got, want, slices.Equal) {
		t.Errorf("segments %v, expected %v", got, want)
	}
}

// An operation that stands alone begins when all queues have ended, and all others wait for it.
func TestAlone(t *testing.T) {
	d := &dependencies{
		cost: []uint32{3000, 3000, 100, 3000, 3000}, alone: []bool{2: true, 4: false},
	}
	d.needs = lists{all: []uint32{2, 2}, first: []uint32{0, 0, 0, 0, 1, 2}}
	d.users = d.needs.reversed()
	d.setRanks()
	p := newPlan(d, 2)
	if p.begin[2] != 3000+latency || p.begin[3] < p.end[2] || p.begin[4] < p.end[2] ||
		p.queue[3] == p.queue[4] {
		t.Errorf("operations begin at %v in queues %v", p.begin, p.queue)
	}
	if want := []wait{{2, 1}, {4, 2}}; !slices.Equal(p.waits, want) {
		t.Errorf("waits %v, expected %v", p.waits, want)
	}
}

// A block has neighbours in the program, but not what is ready much earlier or less urgent.
func TestBlocks(t *testing.T) {
	// A chain of four, of which the last has no successor; then four that need nothing.
	const short, long = blockTime * 2 / 5, blockTime * 6 / 5
	d := &dependencies{
		at:     []uint32{0, 1, 2, 3, 4, 5, 6, 7, 8},
		cost:   []uint32{short, short, long, short, short, short, short, short},
		alone:  []bool{false, false, false, false, false, false, false, true},
		needs:  lists{[]uint32{0, 1, 2}, []uint32{0, 0, 1, 2, 3, 3, 3, 3, 3}},
		writer: []uint32{0, 1, 3, 6},
	}
	d.users = d.needs.reversed()
	d.setRanks()
	b := d.blocks()
	if want := []uint32{0, 2, 3, 4, 6, 7, 8}; !slices.Equal(b.at, want) {
		t.Errorf("blocks begin at %v, expected %v", b.at, want)
	}
	want := []uint32{2 * short, long, short, 2 * short, short, short}
	if !slices.Equal(b.cost, want) {
		t.Errorf("blocks cost %v, expected %v", b.cost, want)
	}
	if want := []uint32{0, 1, 2, 4}; !slices.Equal(b.writer, want) {
		t.Errorf("blocks set %v, expected %v", b.writer, want)
	}
	if want := [][]uint32{{}, {0}, {1}, {}, {}, {}}; !slices.EqualFunc(want,
		[]uint32{0, 1, 2, 3, 4, 5}, func(w []uint32, i uint32) bool {
			return slices.Equal(w, b.needs.of(i))
		}) {
		t.Errorf("blocks need %v", b.needs)
	}
}
