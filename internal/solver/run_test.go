package solver

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"
	"time"
	"weak"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/consensys/gnark-crypto/ecc/bn254/fr"
	"github.com/consensys/gnark/backend/witness"
	"github.com/consensys/gnark/constraint"
	cs "github.com/consensys/gnark/constraint/bn254"
	"github.com/consensys/gnark/constraint/solver"
	"github.com/consensys/gnark/frontend"
	"github.com/consensys/gnark/frontend/cs/r1cs"
	"github.com/gnark-accel/gnark-accel/internal/curve"
)

var (
	errFast    = errors.New("the fast solver failed")
	errGnark   = errors.New("gnark's failed")
	errCompare = errors.New("they differ")
	errStopped = errors.New("nobody waits")
)

// fake says how the solvers of a run fail.
type fake struct {
	translation, own, gnark, compare, stopped error

	unsatisfied bool          // by the fast solution
	panics      bool          // where the solution is checked
	replay      error         // of gnark's solver with the fast solver's answers
	solving     func()        // is called when gnark's solver runs, unless it is nil
	compared    *atomic.Int32 // comparisons, unless it is nil
}

// equal is a circuit of one constraint.
type equal struct {
	Y frontend.Variable `gnark:",public"`
	X frontend.Variable
}

func (c *equal) Define(api frontend.API) error {
	api.AssertIsEqual(c.X, c.Y)
	return nil
}

// faked is a system of gnark's, whose solvers fail as a fake says.
type faked struct{ System[fr.Element] }

// typed is gnark's half of a fake. As gnark's types do, it has the system by value.
type typed struct {
	cs.R1CS
	*fake
	stop context.CancelCauseFunc
}

func (f *typed) GetNbCoefficients() int {
	if f.translation != nil {
		panic(f.translation)
	}
	return f.R1CS.GetNbCoefficients()
}

func (f *typed) Mul(x, y constraint.U64) constraint.U64 {
	if f.panics {
		panic("a blueprint's method")
	}
	return f.R1CS.Mul(x, y)
}

func (f *typed) Solve(w witness.Witness, opts ...solver.Option) (any, error) {
	config, err := solver.NewConfig(opts...)
	if f.solving != nil {
		f.solving()
	}
	if f.gnark != nil {
		return nil, f.gnark
	}
	if f.replay != nil && config.NbTasks == 1 {
		return nil, f.replay
	}
	if err != nil {
		return nil, err
	}
	return f.R1CS.Solve(w)
}

// loops are the fast half of a fake.
type loops struct {
	Loops[fr.Element]
	m *Machine[fr.Element]
}

func (l *loops) Run(_ []uint32, _, end int) (int, error) {
	m, f := l.m, l.m.system.Typed.(*typed)
	m.A[0], m.B[0], m.C[0] = m.W[0], m.W[1], m.W[2]
	if m.answers == nil {
		if f.unsatisfied {
			m.C[0].SetUint64(5)
		}
		return end, f.own
	}
	if f.compared != nil {
		f.compared.Add(1)
	}
	if f.compare == errStopped { // meanwhile
		f.stop(errStopped)
	}
	return end, f.compare
}

func newFaked(t *testing.T) *faked {
	t.Helper()
	field := &Field[fr.Element]{
		Field: curve.FieldOf[fr.Element, fr.Vector](), Words: fr.Limbs,
		Loops:     func(m *Machine[fr.Element]) Loops[fr.Element] { return &loops{m: m} },
		Solutions: SolutionsOf[fr.Element, cs.R1CSSolution, cs.SparseR1CSSolution](),
		ToU64:     func(x *fr.Element) (z constraint.U64) { copy(z[:], x[:]); return z },
		FromU64:   func(x *constraint.U64) fr.Element { return fr.Element(x[:fr.Limbs]) },
	}
	return &faked{System[fr.Element]{Scalars: field}}
}

// fails returns the system with solvers that fail, and a context that they may stop.
func (s *faked) fails(t *testing.T, f *fake) (System[fr.Element], context.Context) {
	t.Helper()
	if s.System.System == nil {
		ccs, err := frontend.Compile(ecc.BN254.ScalarField(), r1cs.NewBuilder, new(equal))
		if err != nil {
			t.Fatal(err)
		}
		s.Typed = &typed{R1CS: *ccs.(*cs.R1CS)}
		s.System.System = &ccs.(*cs.R1CS).System
	}
	ctx, cancel := context.WithCancelCause(t.Context())
	failing := s.System
	failing.Typed = &typed{s.Typed.(*typed).R1CS, f, cancel}
	if f.stopped != nil {
		cancel(f.stopped)
	}
	return failing, ctx
}

func (s *faked) prepare(t *testing.T, f *fake) {
	t.Helper()
	system, _ := s.fails(t, f)
	system.Prepare(nil)
}

// valid is the input of a witness that satisfies the system.
func valid(t *testing.T) Input[fr.Element] {
	t.Helper()
	w, err := frontend.NewWitness(&equal{Y: 9, X: 9}, ecc.BN254.ScalarField())
	if err != nil {
		t.Fatal(err)
	}
	return Input[fr.Element]{Witness: w}
}

func expect(t *testing.T, s *faked, o Options, f *fake, want Name, wantErr error) {
	t.Helper()
	system, ctx := s.fails(t, f)
	r := system.NewRun(ctx, valid(t))
	r.options = o
	r.choose()
	got, err := r.Finish(nil)
	if !errors.Is(err, wantErr) || err == nil && got.Solver != want {
		t.Errorf("%v, expected %s, %v", err, want, wantErr)
	}
}

// step is a solution: how its job fails, and whose solution or which error comes back.
type step struct {
	options Options
	job     fake
	want    Name
	err     error
}

func TestSolve(t *testing.T) {
	link(t, true)
	never, always := Options{Check: CheckNever}, Options{Check: CheckAlways}
	off, verified := Options{Off: true}, Options{Verified: true}
	differing, stopped := fake{compare: errCompare}, fake{stopped: errStopped, own: errStopped}
	for name, test := range map[string]struct {
		compared int32 // witnesses
		steps    []step
	}{
		"the fast solver is trusted after one comparison": {
			1, []step{{want: Gnark}, {want: Fast}, {want: Fast}, {options: off, want: Gnark}},
		},
		"a difference is never trusted": {1, []step{{job: differing, want: Gnark}, {want: Gnark}}},
		"a proof lets the fast solver run before": {
			1, []step{{options: verified, want: Fast}, {options: verified, want: Fast}},
		},
		"it may be wrong": {
			1, []step{{verified, differing, Fast, nil}, {options: verified, want: Gnark}},
		},
		"it may fail": {1, []step{
			{verified, fake{own: errFast, compare: errCompare}, Gnark, nil},
			{options: verified, want: Gnark},
		}},
		"gnark names the error": {1, []step{
			{verified, fake{own: errFast, gnark: errGnark}, "", errGnark},
			{options: verified, want: Fast},
		}},
		"what is not verified waits": {
			1, []step{{options: verified, want: Fast}, {want: Fast}},
		},
		"gnark solves what cannot be translated": {0, []step{
			{never, fake{translation: errFast}, Gnark, nil}, {options: never, want: Gnark},
		}},
		"gnark solves where the fast solver fails": {0, []step{
			{never, fake{own: errFast}, Gnark, nil},
			{never, fake{own: errFast, gnark: errGnark}, "", errGnark},
		}},
		"an invalid witness is not compared": {1, []step{
			{job: fake{gnark: errGnark}, err: errGnark}, {want: Gnark}, {want: Fast},
		}},
		"every witness is compared": {3, []step{
			{options: always, want: Gnark}, {options: always, want: Gnark},
			{always, differing, "", errCompare}, {want: Gnark},
		}},
		"the first of them differs": {1, []step{
			{always, differing, "", errCompare}, {want: Gnark},
		}},
		"nobody waits": {0, []step{
			{Options{}, stopped, "", errStopped}, {off, stopped, "", errStopped},
			{never, stopped, "", errStopped},
		}},
		"a comparison that is stopped says nothing of our solver": {2, []step{
			{always, fake{compare: errStopped}, "", errStopped}, {want: Gnark}, {want: Fast},
		}},
	} {
		t.Run(name, func(t *testing.T) {
			e := newFaked(t)
			var compared atomic.Int32
			for i, s := range test.steps {
				if s.job.compared = &compared; i == 0 {
					e.prepare(t, &s.job)
				}
				expect(t, e, s.options, &s.job, s.want, s.err)
				if s.options.Verified { // which does not wait
					e.entry().lookCompared()
				}
			}
			e.entry().lookCompared()
			if n := compared.Load(); n != test.compared {
				t.Errorf("%d witnesses are compared, expected %d", n, test.compared)
			}
		})
	}
}

// gnark's solver has the processors alone for a first witness, whose proof does not wait for the
// translation. An invalid witness begins that, too. A proof that verifies its solution has the
// program's, and so has one without checks.
func TestFirstWitness(t *testing.T) {
	expect(t, newFaked(t), Options{Verified: true}, new(fake), Fast, nil)
	expect(t, newFaked(t), Options{Check: CheckNever}, new(fake), Fast, nil)
	for name, wrong := range map[string]error{"valid": nil, "invalid": errGnark} {
		e := newFaked(t)
		f := &fake{gnark: wrong}
		f.solving = func() {
			if _, is := e.entry().look(); is != initial {
				t.Errorf("%s: the translation began before gnark's solver", name)
			}
		}
		expect(t, e, Options{}, f, Gnark, wrong)
		await(t, func() bool { _, is := e.entry().look(); return is >= translated })
		if wrong == nil {
			await(t, func() bool { _, is := e.entry().lookCompared(); return is == trusted })
			expect(t, e, Options{}, new(fake), Fast, nil)
		}
	}
}

// TestEveryCheckAtOnce compares two witnesses that begin before either is compared.
func TestEveryCheckAtOnce(t *testing.T) {
	e := newFaked(t)
	var compared atomic.Int32
	system, ctx := e.fails(t, &fake{compared: &compared})
	in := valid(t)
	in.Options = []solver.Option{WithCheck(CheckAlways)}
	first, second := system.Start(ctx, in), system.Start(ctx, in)
	for _, r := range []*Run[fr.Element]{first, second} {
		if _, err := r.Finish(nil); err != nil {
			t.Fatal(err)
		}
	}
	if n := compared.Load(); n != 2 {
		t.Errorf("%d witnesses are compared, expected 2", n)
	}
}

// TestShared gives a solution's memory back while a comparison behind it reads the wires. Nothing
// else has that memory before both are done. A caller that makes no proof may write to its wires.
func TestShared(t *testing.T) {
	link(t, true)
	e, f, compare := newFaked(t), new(fake), make(chan struct{})
	e.prepare(t, f)
	f.solving = func() { <-compare }
	system, ctx := e.fails(t, f)
	r := system.NewRun(ctx, valid(t))
	r.options.Verified = true
	r.choose()
	got, err := r.Finish(nil)
	if err != nil {
		t.Fatal(err)
	}
	got.Release()
	got.Release()
	p, _ := e.entry().look()
	if n := p.Idle(); n != 0 {
		t.Errorf("%d solutions' memory waits beside the comparison", n)
	}
	close(compare)
	await(t, func() bool { return p.Idle() == 1 }) // the comparison runs in that memory, too

	for _, by := range []Name{Fast, Gnark} {
		for _, wiresOnly := range []bool{false, true} {
			r.options, r.WiresOnly = Options{Unproved: true}, wiresOnly
			_, own := r.later(&Solution[fr.Element]{Wires: got.Wires, Solver: by})
			if own.Release(); &own.Wires[0] == &got.Wires[0] {
				t.Errorf("a caller's wires are shared: %s, wires alone: %v", by, wiresOnly)
			}
		}
	}
}

// TestUnpinned has a caller without a proof take memory whose pages a proof has locked. They are
// unlocked, since nobody may ever release it. Memory of a solution that is refused goes back.
func TestUnpinned(t *testing.T) {
	e := trustedSystem(t)
	for _, o := range []Options{{Verified: true}, {Unproved: true}} {
		unpinned := 0
		system, ctx := e.fails(t, new(fake))
		r := system.NewRun(ctx, valid(t))
		r.options = o
		r.choose()
		r.buffers.Unpin = func() { unpinned++ }
		if (r.Memory() == nil) != o.Unproved {
			t.Errorf("%+v: memory that a proof may send: %v", o, r.Memory())
		}
		if _, err := r.Finish(nil); err != nil {
			t.Fatal(err)
		}
		if o.Unproved != (unpinned == 1) {
			t.Errorf("%+v: unlocked %d times", o, unpinned)
		}
	}
	link(t, false)
	expect(t, e, Options{Unproved: true}, &fake{unsatisfied: true}, Gnark, nil)
	if p, _ := e.entry().look(); p.Idle() == 0 {
		t.Error("the memory of a refused solution is lost")
	}
}

// TestAhead compares a witness although one before it was invalid. It waits for another comparison.
func TestAhead(t *testing.T) {
	e := newFaked(t)
	var compared atomic.Int32
	for _, wrong := range []error{errGnark, nil, nil} {
		system, _ := e.fails(t, &fake{gnark: wrong, compared: &compared})
		system.Ahead(valid(t))
	}
	if n := compared.Load(); n != 1 {
		t.Errorf("%d witnesses are compared, expected 1", n)
	}

	e = newFaked(t)
	e.prepare(t, new(fake))
	solving, replay := make(chan struct{}), make(chan struct{})
	expect(t, e, Options{Verified: true}, &fake{solving: func() {
		close(solving)
		<-replay
	}}, Fast, nil)
	<-solving
	time.AfterFunc(20*time.Millisecond, func() { close(replay) })
	system, _ := e.fails(t, new(fake))
	system.Ahead(valid(t))
	if _, state := e.entry().look(); state != trusted {
		t.Errorf("the state is %v behind the comparison", state)
	}
}

func TestOptions(t *testing.T) {
	for _, c := range []struct {
		options []solver.Option
		want    Options
	}{
		{nil, Options{}},
		{[]solver.Option{WithGnark()}, Options{Off: true}},
		{[]solver.Option{WithCheck(CheckNever)}, Options{Check: CheckNever}},
		{[]solver.Option{Unproved()}, Options{Unproved: true}},
		{
			[]solver.Option{solver.WithNbTasks(3), WithCheck(CheckAlways)},
			Options{Check: CheckAlways},
		},
	} {
		config, err := solver.NewConfig(c.options...)
		if err != nil {
			t.Fatal(err)
		}
		if got := OptionsOf(&config); got != c.want {
			t.Errorf("%+v, expected %+v", got, c.want)
		}
		if Ours(c.options) != (c.want != Options{}) {
			t.Errorf("%+v: fast solver's options are found: %v", c.want, Ours(c.options))
		}
		again, err := solver.NewConfig(Configured(config, nil))
		if err != nil || again.NbTasks != config.NbTasks {
			t.Errorf("%d tasks, expected %d; %v", again.NbTasks, config.NbTasks, err)
		}
	}
}

func TestSystemsThatAreReplacedHaveNewEntries(t *testing.T) {
	var p entries[int]
	sys := &constraint.System{NbConstraints: 1}
	first := p.get(sys)
	if p.get(sys) != first {
		t.Error("another entry for the same system")
	}
	sys.NbConstraints = 2
	if p.get(sys) == first {
		t.Error("the same entry for another system")
	}
	p.forget(weak.Make(sys))
	if len(p.of) != 0 {
		t.Error("an entry is left")
	}
}

// TestRecheck compares once more, after a proof that did not verify.
func TestRecheck(t *testing.T) {
	for name, test := range map[string]struct {
		gnark, compare error
		options        []solver.Option
		differs        bool
	}{
		"equal":                {},
		"different":            {compare: errCompare, differs: true},
		"no witness for gnark": {gnark: errGnark, differs: true},
		"off":                  {compare: errCompare, options: []solver.Option{WithGnark()}},
	} {
		e, good := newFaked(t), new(fake)
		e.prepare(t, good)
		expect(t, e, Options{}, good, Gnark, nil) // which compares
		f := &fake{gnark: test.gnark, compare: test.compare}
		system, ctx := e.fails(t, f)
		in := valid(t)
		in.Options = test.options
		if err := system.Recheck(ctx, in); (err != nil) != test.differs {
			t.Errorf("%s: %v", name, err)
		}
		want := Fast
		if test.differs {
			want = Gnark
			if system, ctx = e.fails(t, good); system.Recheck(ctx, in) == nil {
				t.Errorf("%s: the difference is forgotten", name)
			}
		}
		expect(t, e, Options{}, good, want, nil)
	}
}
