package solver

import (
	"sync"
	"sync/atomic"

	"github.com/gnark-accel/gnark-accel/internal/linked"
)

// Entry is what is known of one system: its program, and how far that is trusted.
type Entry[P any] struct {
	identity Identity

	serial sync.Mutex    // held while blueprints of the system change their own state
	solved atomic.Uint64 // witnesses, by our solver

	mu      sync.Mutex
	state   state
	program P
	done    chan struct{} // closed after the translation
	settled chan struct{} // closed after a comparison
	watched bool          // a comparison will follow the translation
	kept    Kept[P]       // or nil
}

type state int

const (
	untouched   state = iota
	translating       // in another goroutine
	translated        // not compared yet
	comparing         // by another goroutine
	trusted
	refused // gnark solves the system
)

func (e *Entry[P]) look() (P, state) {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.program, e.state
}

// move goes from one state to another, and reports whether it could.
func (e *Entry[P]) move(from, to state) bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.state != from {
		return false
	}
	if from == comparing {
		close(e.settled)
	}
	if e.state = to; to == comparing {
		e.settled = make(chan struct{})
	}
	return true
}

// begin starts the translation, unless it began before. The channel is closed when it ends.
func (e *Entry[P]) begin(t translation[P]) <-chan struct{} {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.state == untouched {
		e.state, e.done = translating, make(chan struct{})
		go e.translate(t)
	}
	return e.done
}

func (e *Entry[P]) translate(t translation[P]) {
	defer close(e.done)
	if inGnark, _ := t.Stateful(); inGnark {
		e.serial.Lock()
		defer e.serial.Unlock()
	}
	var p P
	reached, found := trusted, false
	if kept := e.keptIn(); kept != nil {
		p, found = kept.Load()
	}
	if !found {
		var err error
		reached = translated
		if p, err = t.Translate(); err != nil {
			reached = refused
			logRefusal(err)
		}
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	e.program, e.state = p, reached
}

// Prepare translates a system unless its program is kept. It returns the program, once that is
// done, and whether it is trusted. A system that is left to gnark is no error. Programs are not
// kept where gnark is a folder, whose content may change.
func (e *Entry[P]) Prepare(t translation[P], kept Kept[P]) (P, bool) {
	if linked.Gnark().Fixed {
		e.keep(kept)
	}
	<-e.begin(t)
	p, state := e.look()
	return p, state == trusted
}

// InTurn calls f, which runs gnark's solver, while no other solver of the system may run.
func (e *Entry[P]) InTurn(t translation[P], f func() error) error {
	if inGnark, _ := t.Stateful(); inGnark {
		e.serial.Lock()
		defer e.serial.Unlock()
	}
	return f()
}

// lookSettled is look once no comparison is under way: it takes less time than gnark's solver.
func (e *Entry[P]) lookSettled() (P, state) {
	e.mu.Lock()
	settled, is := e.settled, e.state
	e.mu.Unlock()
	if is == comparing {
		<-settled
	}
	return e.look()
}

// watch says, once, that a comparison may follow a translation, which may be under way.
func (e *Entry[P]) watch() bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	first := !e.watched && (e.state == translating || e.state == translated)
	e.watched = e.watched || first
	return first
}
