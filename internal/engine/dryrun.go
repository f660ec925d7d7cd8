package engine

import (
	"time"

	planned "github.com/gnark-accel/gnark-accel/accel/memory"
	"github.com/rs/zerolog"
)

// DryRun is an engine over a device that only counts memory. It has notes of the memory's uses.
//
// The code that loads a key and makes a proof runs on this engine as on any other. The notes are
// read from its results: bases, and the memory of vectors. A DryRun serves one key, and one
// goroutine.
type DryRun struct {
	Engine  *Engine
	backend Backend // of the first Engine, which NoteProofs may replace
	plan    planned.Plan
	again   func() *DryRun // on a device of the same memory that has nothing yet
}

// NewDryRun returns a dry run within a memory limit, with no notes yet. open returns devices of
// that memory.
func NewDryRun(open func() Backend, limit uint64, config Config) *DryRun {
	d := &DryRun{
		backend: open(),
		plan:    planned.Plan{Limit: limit},
		again:   func() *DryRun { return NewDryRun(open, limit, config) },
	}
	config.Logger = func() zerolog.Logger { return zerolog.Nop() }
	config.failed = d.warn
	d.Engine = New(d.backend, nil, config)
	return d
}

// warn notes down a failure of the device, which is for want of memory.
func (d *DryRun) warn(t *task, err error) {
	d.plan.Warnings = append(d.plan.Warnings, t.wrap(err).Error())
}

// Making returns the plan of a way to a key. Its device has the same memory, and nothing yet. make
// is a dry run of it. Where the device has too little memory the CPU makes the key, and the
// device's is 0.
func (d *DryRun) Making(name string, make func(*Engine) error) planned.Making {
	fresh, p := d.again(), planned.Making{Name: name}
	if err := make(fresh.Engine); err == nil {
		p.Device = fresh.backend.BytesTaken()
	}
	return p
}

// DryRun has a dry run's device make room for k MSMs over the points. Each has n scalars, and takes
// what real ones do. The error is [ErrOnCPU] where the CPU computes them.
func (l *Loaded) DryRun(n, k int, scalars Scalars) error {
	return l.attempt(l.msms(n*k, k),
		func() error { return l.engine.backend.DryRun(l.bases, n, k, scalars) })
}

// Plan returns all that was noted down.
func (d *DryRun) Plan() *planned.Plan { return &d.plan }

// NoteBases notes down where bases were loaded, unless they are none.
func (d *DryRun) NoteBases(name string, l *Loaded) {
	if l.points == 0 {
		return
	}
	p := &planned.Bases{Name: name, Group: l.group.Name, Points: l.points, Place: planned.OnCPU}
	switch {
	case l.onHost:
		p.Place = planned.Sent
	case l.bases != nil:
		shape := l.bases.Shape()
		p.Place, p.Bytes = planned.OnDevice, l.bases.Bytes()
		p.Multiples, p.Window = shape.Factor, shape.Window
	}
	d.plan.Bases = append(d.plan.Bases, p)
}

// NoteVectors notes down vectors of field elements.
func (d *DryRun) NoteVectors(name string, place planned.Place, bytes uint64) {
	d.plan.Vectors = append(d.plan.Vectors, planned.Vectors{Name: name, Place: place, Bytes: bytes})
}

// Compute has part of a proof computed, and returns the memory that its vectors took. The error
// says that the device has none of them: [ErrOnCPU].
func (d *DryRun) Compute(compute func() error) (bytes uint64, err error) {
	before := d.backend.VectorBytes()
	if err := compute(); err != nil {
		return 0, err
	}
	return d.backend.VectorBytes() - before, nil
}

// NoteProofs notes down how proofs are made. The device has no part in later work unless they are
// made there.
func (d *DryRun) NoteProofs(c Choice) {
	d.plan.Proofs = planned.Proofs{
		Way: string(c.Way), Device: milliseconds(c.Device), Gnark: milliseconds(c.Gnark),
		CPU: milliseconds(c.CPU),
	}
	if c.Way != OnDevice {
		d.Engine = NewHost(d.Engine.config)
	}
}

func milliseconds(t time.Duration) float64 { return float64(t.Microseconds()) / 1000 }

// Small says whether n elements of a proof are too few for the device.
func (d *DryRun) Small(n int) bool {
	_, ok := d.Engine.usable(&task{kind: ofElements, size: n, inProof: true})
	return !ok
}

// NoteMSMs notes down k MSMs over bases, of n scalars each. As many as possible run at once.
func (d *DryRun) NoteMSMs(name string, l *Loaded, n, k int, scalars Scalars) {
	_ = l.attempt(l.msms(n*k, k), func() error {
		p, err := l.engine.backend.Plan(l.bases, n, k, scalars)
		if err != nil {
			return err
		}
		d.plan.Sums = append(d.plan.Sums, planned.Sum{
			Over: name, Scalars: n, Vectors: p.Vectors, Window: p.Window, Chunks: len(p.Chunks),
			Bytes: p.Layout.Bytes,
		})
		return nil
	}) // warn has the error
}
