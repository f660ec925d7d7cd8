package schedule

import (
	"slices"
	"testing"

	"github.com/consensys/gnark-crypto/ecc"
	cs "github.com/consensys/gnark/constraint/bn254"
	"github.com/consensys/gnark/frontend"
	"github.com/gnark-accel/gnark-accel/examples/circuits/catalog"
	"github.com/gnark-accel/gnark-accel/internal/solver/program"
	"github.com/gnark-accel/gnark-accel/internal/solver/solvertest"
	"github.com/gnark-accel/gnark-accel/internal/solver/translate"
)

// Wide circuits gain from several workers by the model, and chains start none.
func TestGains(t *testing.T) {
	for _, test := range []struct {
		circuit, builder string
		least            float64
	}{
		{"mimc", "r1cs", 1}, {"merkle", "scs", 1}, {"eddsa", "r1cs", 1},
		{"sha256", "r1cs", 1.7}, {"sha256", "scs", 1.3}, {"rangecheck", "scs", 3},
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
	newBuilder := solvertest.Builders[builder]
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

// An operation that takes many slots keeps its lane, and other lanes wait for its end.
func TestLongOperations(t *testing.T) {
	const long = 10 * slotTime
	// 0 is long; 1 needs it; 2 to 9 need nothing.
	d := &dependencies{cost: []uint32{long, 100}, alone: make([]bool, 10)}
	d.needs = lists{all: []uint32{0}, first: []uint32{0, 0, 1}}
	for range 8 {
		d.cost = append(d.cost, slotTime)
		d.needs.first = append(d.needs.first, 1)
	}
	d.users = d.needs.reversed()
	d.setRanks()
	p := newPlan(d, 2)
	if p.end[1] < p.end[0] || p.end[0] < 10 || p.time() > 13*slotTime {
		t.Errorf("operations end in slots %v of %d", p.end, p.slot)
	}
	for i := 2; i < len(d.cost); i++ {
		if p.lane[i] == p.lane[0] {
			t.Errorf("operation %d waits behind the long one", i)
		}
	}
}

// A block has neighbours in the program, but not what is ready much earlier or less urgent.
func TestBlocks(t *testing.T) {
	// A chain of four, of which the last has no successor; then four that need nothing.
	d := &dependencies{
		at:     []uint32{0, 1, 2, 3, 4, 5, 6, 7, 8},
		cost:   []uint32{100, 100, 300, 100, 100, 100, 100, 100},
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
	if want := []uint32{200, 300, 100, 200, 100, 100}; !slices.Equal(b.cost, want) {
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

// A heap gives operations by their ranks, also after some were taken from its middle.
func TestReady(t *testing.T) {
	r := ready{rank: []uint64{5, 3, 8, 1, 9, 2, 7, 7}}
	for i := range r.rank {
		r.push(uint32(i))
	}
	taken := r.take(3)
	var got []uint32
	for r.len() > 0 {
		got = append(got, r.pop())
	}
	want := slices.DeleteFunc([]uint32{4, 2, 6, 7, 0, 1, 5, 3}, func(i uint32) bool {
		return i == taken
	})
	if !slices.Equal(got, want) {
		t.Errorf("%v after %d, expected %v", got, taken, want)
	}
}
