package session

import (
	"errors"
	"sync"
	"time"

	"github.com/gnark-accel/gnark-accel/accel/cuda"
)

// patrol decides when an engine looks for damage by itself, as the patrol scrub of a memory with
// ECC does: after patrolTasks tasks on the device, and at most once in patrolPause.
type patrol struct {
	mutex sync.Mutex
	tasks int
	last  time.Time
	going bool
}

const (
	patrolTasks = 256
	patrolPause = time.Second
)

// due counts a task and reports whether the patrol is due, which begins then.
func (p *patrol) due() bool {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	p.tasks++
	if p.going || p.tasks < patrolTasks || time.Since(p.last) < patrolPause {
		return false
	}
	p.going = true
	return true
}

func (p *patrol) done() {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	p.tasks, p.last, p.going = 0, time.Now(), false
}

// patrolNow looks for damage if that is due, beside the task that is about to begin. The caller
// uses the engine.
func (e *Engine) patrolNow() {
	if !e.patrol.due() {
		return
	}
	if e.life.Begin() != nil {
		return
	}
	go func() {
		defer e.life.End()
		defer e.patrol.done()
		_, _ = e.scrub() // it was logged
	}()
}

// Scrub looks for damage in what the device keeps between computations, and returns how much it
// found. Bases are loaded again then, and all else is made anew by the next computation. An error
// says that bases could not be loaded again, which the CPU computes with, or that the device
// failed.
func (e *Engine) Scrub() (damaged int, err error) {
	if err := e.life.Begin(); err != nil {
		return 0, err
	}
	defer e.life.End()
	return e.scrub()
}

// scrub is Scrub for a caller that uses the engine. It counts and logs what it finds.
func (e *Engine) scrub() (damaged int, err error) {
	if e.Unavailable() != nil {
		return 0, nil
	}
	damaged, err = e.backend.Scrub()
	if damaged > 0 {
		e.counters.damaged.Add(uint64(damaged))
		e.logDamage(damaged, err)
	}
	if err != nil && !errors.Is(err, cuda.ErrDamaged) {
		_ = e.fail(task{kind: ofElements, what: "check", many: 1, onFailure: notScrubbed}, err)
	}
	return damaged, err
}
