package solver

import (
	"errors"
	"sync"
	"testing"

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

	mu    sync.Mutex
	calls []string
}

func (f *fake) call(name string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.calls = append(f.calls, name)
}

func (f *fake) Stateful() (inGnark, inProgram bool) { return true, true }

func (f *fake) Stopped() error { return f.stopped }

func (f *fake) Translate() (int, error) {
	f.call("translate")
	return 1, f.translation
}

func (f *fake) Gnark() (Name, error) {
	f.call("gnark")
	return Gnark, f.gnark
}

func (f *fake) Own(int) (Name, error) {
	f.call("own")
	return Own, f.own
}

func (f *fake) Compare(int, Name) error {
	f.call("compare")
	return f.compare
}

func (f *fake) Later(s Name) (Job[int, Name], Name) { return f, s }

func solve(e *Entry[int], o Options, f *fake) (Name, error) { return Solve(e, o, f) }

// expect solves, and checks which solver's result comes back.
func expect(t *testing.T, e *Entry[int], o Options, f *fake, want Name, wantErr error) {
	t.Helper()
	if got, err := solve(e, o, f); err != wantErr || err == nil && got != want {
		t.Errorf("%s, %v, expected %s, %v (calls: %v)", got, err, want, wantErr, f.calls)
	}
}

func TestOursIsTrustedAfterOneComparison(t *testing.T) {
	e, f := new(Entry[int]), new(fake)
	e.Prepare(f, nil)
	expect(t, e, Options{}, f, Gnark, nil)
	expect(t, e, Options{}, f, Own, nil)
	expect(t, e, Options{}, f, Own, nil)
	expect(t, e, Options{Off: true}, f, Gnark, nil)
}

func TestProgramIsThereOnceTranslated(t *testing.T) {
	for _, translation := range []error{nil, errOwn} {
		e, f := new(Entry[int]), &fake{translation: translation}
		if _, ok := e.Program(); ok {
			t.Error("a program before the translation")
		}
		e.Prepare(f, nil)
		for range 2 { // before the comparison, and after it
			if p, ok := e.Program(); ok != (translation == nil) || ok && p != 1 {
				t.Errorf("translation %v: program %d, %v", translation, p, ok)
			}
			_, _ = solve(e, Options{}, f)
		}
	}
}

func TestTranslationRunsBesideGnark(t *testing.T) {
	e, f := new(Entry[int]), new(fake)
	expect(t, e, Options{}, f, Gnark, nil)
	<-e.begin(f)
	for i := range 2 { // the first may have been compared already
		if got, _ := solve(e, Options{}, f); i == 1 && got != Own {
			t.Errorf("%s, calls %v", got, f.calls)
		}
	}
}

func TestDifferencesAreNeverTrusted(t *testing.T) {
	e, f := new(Entry[int]), &fake{compare: errCompare}
	e.Prepare(f, nil)
	for range 3 {
		expect(t, e, Options{}, f, Gnark, nil)
	}
	if want := 1; count(f, "compare") != want || count(f, "own") != 0 {
		t.Errorf("calls: %v", f.calls)
	}
}

func TestGnarkSolvesWhatCannotBeTranslated(t *testing.T) {
	e, f := new(Entry[int]), &fake{translation: errOwn}
	e.Prepare(f, nil)
	for range 2 {
		expect(t, e, Options{Check: CheckNever}, f, Gnark, nil)
	}
	if count(f, "translate") != 1 {
		t.Errorf("calls: %v", f.calls)
	}
}

func TestGnarkSolvesWhereOursFails(t *testing.T) {
	e, f := new(Entry[int]), &fake{own: errOwn}
	e.Prepare(f, nil)
	expect(t, e, Options{Check: CheckNever}, f, Gnark, nil)
	f.gnark = errGnark
	expect(t, e, Options{Check: CheckNever}, f, Gnark, errGnark)
}

func TestInvalidWitnessesAreNotCompared(t *testing.T) {
	e, f := new(Entry[int]), &fake{gnark: errGnark}
	e.Prepare(f, nil)
	expect(t, e, Options{}, f, Gnark, errGnark)
	if count(f, "compare") != 0 {
		t.Errorf("calls: %v", f.calls)
	}
	f.gnark = nil
	expect(t, e, Options{}, f, Gnark, nil)
	expect(t, e, Options{}, f, Own, nil)
}

func TestCheckAlways(t *testing.T) {
	e, f := new(Entry[int]), new(fake)
	e.Prepare(f, nil)
	for range 3 {
		expect(t, e, Options{Check: CheckAlways}, f, Gnark, nil)
	}
	if count(f, "compare") != 3 {
		t.Errorf("calls: %v", f.calls)
	}
	f.compare = errCompare
	fresh := new(Entry[int])
	fresh.Prepare(f, nil)
	for _, e := range []*Entry[int]{e, fresh} {
		if _, err := solve(e, Options{Check: CheckAlways}, f); !errors.Is(err, errCompare) {
			t.Errorf("error %v", err)
		}
	}
}

func TestStoppedSolutions(t *testing.T) {
	e, f := new(Entry[int]), &fake{stopped: errStopped}
	e.Prepare(f, nil)
	expect(t, e, Options{}, f, "", errStopped)
	expect(t, e, Options{Off: true}, f, "", errStopped)
	f.own = errStopped
	expect(t, e, Options{Check: CheckNever}, f, "", errStopped)
	if count(f, "gnark") != 0 {
		t.Errorf("calls: %v", f.calls)
	}
	// A comparison that is stopped says nothing of our solver.
	e.move(translated, comparing)
	e.settle(errCompare, errStopped)
	*f = fake{}
	expect(t, e, Options{}, f, Gnark, nil)
	expect(t, e, Options{}, f, Own, nil)
}

func count(f *fake, name string) (n int) {
	for _, c := range f.calls {
		if c == name {
			n++
		}
	}
	return n
}

func TestOptions(t *testing.T) {
	for _, c := range []struct {
		options []solver.Option
		want    Options
	}{
		{nil, Options{}},
		{[]solver.Option{WithGnark()}, Options{Off: true}},
		{[]solver.Option{WithCheck(CheckFirst)}, Options{}},
		{[]solver.Option{WithCheck(CheckNever)}, Options{Check: CheckNever}},
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
	p.forget(keyOf(sys))
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
