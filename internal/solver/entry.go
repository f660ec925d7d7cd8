package solver

import (
	"cmp"
	"sync"
	"sync/atomic"

	"github.com/rs/zerolog"
)

// Entry has the program of one system, and how far the program is trusted.
type Entry[E any] struct {
	identity Identity

	serial sync.Mutex    // held while blueprints of the system change their own state
	solved atomic.Uint64 // witnesses, by the fast solver

	mu       sync.Mutex
	state    state
	program  *Program[E]
	done     chan struct{} // closed after the translation
	ordered  chan struct{} // closed once the program is one for several workers
	compared chan struct{} // closed after a comparison
	pending  bool          // a comparison will follow the translation
	differs  error         // from gnark's solver, if a comparison has shown so
	cache    *cache[E]     // or nil
}

// state goes forward, with two exceptions. A comparison that was stopped ends in translated, and
// each state behind that may end in disabled. From translating on there are done and ordered, and
// compared while comparing.
type state int

const (
	initial     state = iota
	translating       // in another goroutine
	translated        // not compared yet
	comparing         // by another goroutine
	trusted
	disabled // gnark solves the system
)

func (e *Entry[E]) look() (*Program[E], state) {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.program, e.state
}

// lookCompared is look once no comparison is under way. That takes less time than gnark's solver.
func (e *Entry[E]) lookCompared() (*Program[E], state) {
	e.mu.Lock()
	compared, is := e.compared, e.state
	e.mu.Unlock()
	if is == comparing {
		<-compared
	}
	return e.look()
}

// move goes from one state to another, and reports whether it could.
func (e *Entry[E]) move(from, to state) bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.state != from {
		return false
	}
	if from == comparing {
		close(e.compared)
	}
	if e.state = to; to == comparing {
		e.compared = make(chan struct{})
	}
	return true
}

// disable leaves the system to gnark from now on, whatever is known of it. So do later processes.
func (e *Entry[E]) disable(err error) {
	note(zerolog.ErrorLevel, err, "our solver disagrees with gnark's, which is used")
	e.leave(err)
	e.cached().remove()
}

// leave leaves the system to gnark, for a difference or for nil.
func (e *Entry[E]) leave(difference error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.differs = cmp.Or(e.differs, difference)
	if e.state == comparing {
		close(e.compared)
	}
	e.state = disabled
}

// expect says, once, that a comparison may follow a translation.
func (e *Entry[E]) expect() bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	first := !e.pending && e.state <= translated
	e.pending = e.pending || first
	return first
}

// begin starts the translation, unless it began before. The channel is closed when it ends.
func (e *Entry[E]) begin(s System[E]) <-chan struct{} {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.state == initial {
		e.state, e.done, e.ordered = translating, make(chan struct{}), make(chan struct{})
		go e.translate(s)
	}
	return e.done
}

// translate finds a program that can run, and then one for several workers.
func (e *Entry[E]) translate(s System[E]) {
	defer close(e.ordered)
	end := e.aloneInProgram(s)
	p, reached := e.cached().load(s), trusted
	if p == nil {
		var err error
		reached = translated
		if p, err = s.bare(); err == nil {
			logForeign(p.Foreign)
		} else {
			reached = disabled
			logRefusal(err)
		}
	}
	end()
	e.mu.Lock()
	e.program, e.state = p, reached
	e.mu.Unlock()
	close(e.done)
	if reached == translated {
		e.order(s, p)
	}
}

// order has several workers run the program from now on.
func (e *Entry[E]) order(s System[E], bare *Program[E]) {
	defer e.aloneInProgram(s)()
	p, err := s.ordered(bare, 0)
	if err != nil {
		logRefusal(err)
		e.leave(nil)
		return
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	e.program = p
}

// prepare translates a system unless its program is cached. It returns the program once that is
// done, if one can run. It caches none where gnark is a folder, whose content may change. An entry
// lives longer than its system, and refers to it no more when prepare returns.
func (e *Entry[E]) prepare(s System[E], in *cache[E]) *Program[E] {
	if Linked().Fixed {
		e.use(in)
	}
	<-e.begin(s)
	if kept := e.cached(); kept != nil {
		_, _ = kept.digest() // the first call lets go of the system
	}
	if p, state := e.look(); state != disabled {
		return p
	}
	return nil
}

// use has the program cached, at once if it is trusted already.
func (e *Entry[E]) use(in *cache[E]) {
	e.mu.Lock()
	first := e.cache == nil && in != nil
	if first {
		e.cache = in
	}
	late := first && e.state == trusted
	e.mu.Unlock()
	if late {
		e.save(in)
	}
}

// save saves the program for several workers, if there is a folder. It leaves none there that is
// found wrong meanwhile.
func (e *Entry[E]) save(in *cache[E]) {
	if in == nil {
		return
	}
	<-e.ordered
	if p, state := e.look(); state == trusted {
		in.save(p)
	}
	if _, state := e.look(); state == disabled {
		in.remove()
	}
}

func (e *Entry[E]) cached() *cache[E] {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.cache
}

// alone waits until no solver runs that changes the system's state, if gnark's does. It returns
// the end of that.
func (e *Entry[E]) alone(s System[E]) (end func()) {
	if inGnark, _ := Stateful(s.System); !inGnark {
		return func() {}
	}
	e.serial.Lock()
	return e.serial.Unlock
}

// aloneInProgram is [Entry.alone] for a program, which has lookup tables of its own. So has a
// translation, which reads of gnark's what no solver changes.
func (e *Entry[E]) aloneInProgram(s System[E]) (end func()) {
	if _, inProgram := Stateful(s.System); len(inProgram) == 0 {
		return func() {}
	}
	e.serial.Lock()
	return e.serial.Unlock
}
