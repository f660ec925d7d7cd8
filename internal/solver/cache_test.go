package solver

import (
	"path/filepath"
	"testing"

	"github.com/gnark-accel/gnark-accel/internal/prepared"
)

// TestWrongProgramsLeaveTheirFolder finds a program wrong that an earlier process has kept. The
// next process compares it again.
func TestWrongProgramsLeaveTheirFolder(t *testing.T) {
	folder, err := prepared.Open(filepath.Join(t.TempDir(), "new"))
	if err != nil {
		t.Fatal(err)
	}
	for process, want := range []Name{Gnark, Fast, Gnark, Fast} {
		e := newFaked(t)
		system, _ := e.fails(t, new(fake))
		system.Prepare(folder)
		expect(t, e, Options{}, new(fake), want, nil)
		if process != 1 {
			continue
		}
		system, ctx := e.fails(t, &fake{compare: errCompare})
		if system.Recheck(ctx, valid(t)) == nil {
			t.Fatal("the program is not found wrong")
		}
	}
}

// TestNobodyWaitsForFolders has a program be compared that is not ordered yet, nor kept therefore.
func TestNobodyWaitsForFolders(t *testing.T) {
	e := &Entry[int]{
		state: comparing, compared: make(chan struct{}), ordered: make(chan struct{}),
		program: new(Program[int]),
	}
	e.cache = &cache[int]{digest: func() (d prepared.Digest, err error) { return d, errFast }}
	kept := make(chan struct{})
	go func() {
		defer close(kept)
		e.conclude(nil, nil)
	}()
	await(t, func() bool { _, state := e.look(); return state == trusted })
	e.lookCompared()
	close(e.ordered)
	<-kept
}
