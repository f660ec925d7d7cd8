package solver

import (
	"errors"
	"sync/atomic"
	"testing"
	"weak"

	"github.com/consensys/gnark/constraint/solver"
)

var (
	errOwn     = errors.New("ours failed")
	errGnark   = errors.New("gnark's failed")
	errCompare = errors.New("they differ")
	errStopped = errors.New("nobody waits")
)

// fake is a job whose solvers say their names, or fail.
type fake struct {
	translation, own, gnark, compare, stopped error

	unsatisfied error         // of our solution
	replay      error         // of gnark's solver with our answers
	compared    *atomic.Int32 // comparisons, unless it is nil
}

func (f *fake) Stateful() (inGnark, inProgram bool) { return true, true }
func (f *fake) Stopped() error                      { return f.stopped }
func (f *fake) Translate() (int, error)             { return 1, f.translation }
func (f *fake) Gnark() (Name, error)                { return Gnark, f.gnark }
func (f *fake) Own(int) (Name, error)               { return Own, f.own }
func (f *fake) Satisfied(int, Name) error           { return f.unsatisfied }

func (f *fake) Replay(int, Name) Job[int, Name] {
	replayed := *f
	replayed.gnark = f.replay
	return &replayed
}

func (f *fake) Compare(int, Name) error {
	if f.compared != nil {
		f.compared.Add(1)
	}
	if f.compare == errStopped { // meanwhile
		f.stopped = errStopped
	}
	return f.compare
}

func (f *fake) Later(s Name) (Job[int, Name], Name) { return f, s }

func expect(t *testing.T, e *Entry[int], o Options, f *fake, want Name, wantErr error) {
	t.Helper()
	if got, err := Solve(e, o, f); !errors.Is(err, wantErr) || err == nil && got != want {
		t.Errorf("%s, %v, expected %s, %v", got, err, want, wantErr)
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
	off := Options{Off: true}
	differing, stopped := fake{compare: errCompare}, fake{stopped: errStopped, own: errStopped}
	for name, test := range map[string]struct {
		compared int32 // witnesses
		steps    []step
	}{
		"ours is trusted after one comparison": {
			1, []step{{want: Gnark}, {want: Own}, {want: Own}, {options: off, want: Gnark}},
		},
		"a difference is never trusted": {1, []step{{job: differing, want: Gnark}, {want: Gnark}}},
		"gnark solves what cannot be translated": {0, []step{
			{never, fake{translation: errOwn}, Gnark, nil}, {options: never, want: Gnark},
		}},
		"gnark solves where ours fails": {0, []step{
			{never, fake{own: errOwn}, Gnark, nil},
			{never, fake{own: errOwn, gnark: errGnark}, "", errGnark},
		}},
		"an invalid witness is not compared": {1, []step{
			{job: fake{gnark: errGnark}, err: errGnark}, {want: Gnark}, {want: Own},
		}},
		"every witness is compared": {3, []step{
			{options: always, want: Gnark}, {options: always, want: Gnark},
			{always, differing, "", errCompare},
		}},
		"the first of them differs": {1, []step{
			{always, differing, "", errCompare}, {want: Gnark},
		}},
		"nobody waits": {0, []step{
			{Options{}, stopped, "", errStopped}, {off, stopped, "", errStopped},
			{never, stopped, "", errStopped},
		}},
		"a comparison that is stopped says nothing of our solver": {2, []step{
			{always, fake{compare: errStopped}, "", errStopped}, {want: Gnark}, {want: Own},
		}},
	} {
		t.Run(name, func(t *testing.T) {
			var e Entry[int]
			var compared atomic.Int32
			for i, s := range test.steps {
				if s.job.compared = &compared; i == 0 {
					e.Prepare(&s.job, nil)
				}
				expect(t, &e, s.options, &s.job, s.want, s.err)
			}
			e.lookSettled()
			if n := compared.Load(); n != test.compared {
				t.Errorf("%d witnesses are compared, expected %d", n, test.compared)
			}
		})
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
			t.Errorf("%+v: ours are found: %v", c.want, Ours(c.options))
		}
		again, err := solver.NewConfig(Configured(config, nil))
		if err != nil || again.NbTasks != config.NbTasks {
			t.Errorf("%d tasks, expected %d; %v", again.NbTasks, config.NbTasks, err)
		}
	}
}

func TestSystemsThatAreReplacedHaveNewEntries(t *testing.T) {
	var p Programs[int, int]
	sys := new(int)
	first := p.Of(sys, Identity{nb: 1})
	if p.Of(sys, Identity{nb: 1}) != first {
		t.Error("another entry for the same system")
	}
	if p.Of(sys, Identity{nb: 2}) == first {
		t.Error("the same entry for another system")
	}
	p.forget(weak.Make(sys))
	if len(p.entries) != 0 {
		t.Error("an entry is left")
	}
}

// TestRecheck compares once more, after a proof that did not verify.
func TestRecheck(t *testing.T) {
	for name, test := range map[string]struct {
		gnark, compare error
		options        Options
		differs        bool
	}{
		"equal":                {},
		"different":            {compare: errCompare, differs: true},
		"no witness for gnark": {gnark: errGnark, differs: true},
		"off":                  {compare: errCompare, options: Options{Off: true}},
	} {
		var e Entry[int]
		good := new(fake)
		e.Prepare(good, nil)
		expect(t, &e, Options{}, good, Gnark, nil) // which compares
		f := &fake{gnark: test.gnark, compare: test.compare}
		if err := Recheck(&e, test.options, f); (err != nil) != test.differs {
			t.Errorf("%s: %v", name, err)
		}
		want := Own
		if test.differs {
			want = Gnark
		}
		expect(t, &e, Options{}, good, want, nil)
	}
}
