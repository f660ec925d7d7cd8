package engine

import (
	"fmt"

	"github.com/gnark-accel/gnark-accel/accel/cuda"
	"github.com/rs/zerolog"
)

// task is an operation on the device, as errors and the log name it.
type task struct {
	*kind
	what string
	of   string // the group's or the field's name
	size int    // points or elements, of all vectors together
	many int    // MSMs over the same bases; 1 otherwise

	onFailure message
	hostBases bool // the points are sent along
	inProof   bool // it is part of a proof that the device makes
	// notCounted: a task that the device does not do is not counted. Another takes its place.
	notCounted bool
	report     *cuda.Report // of the device's work; nil if that is not counted
}

// kind has the words that tasks of one kind share in errors and logs.
type kind struct {
	owner, unit string
	onCPU       string
}

var (
	ofPoints   = &kind{owner: "group", unit: "points", onCPU: "msm on the CPU"}
	ofElements = &kind{owner: "field", unit: "elements", onCPU: "vectors on the CPU"}
)

// reason says why a task is left to the CPU.
type reason int

const (
	noDevice reason = iota // also of a zero value
	small
	failure
	noRoom
)

func (r reason) String() string {
	return [...]string{"no device", "small", "failure", "no room"}[r]
}

// message is the log's line for a failure.
type message string

const (
	deviceFailed       message = "device failed, computed on the CPU"
	begunElsewhere     message = "device failed, begun again on another device"
	basesNotLoaded     message = "bases not loaded, computed on the CPU"
	msmsBegunAgain     message = "device failed, begun again with scalars from the host"
	basesNotReleased   message = "bases not released"
	vectorsNotReleased message = "vectors not released"

	notReserved message = "no memory kept for vectors"
	notPrepared message = "vectors not prepared"
	notWarmed   message = "room for MSMs not made"

	notSentAhead message = "vectors not sent ahead"
)

func newTask(what string, g *cuda.Group, points int) *task {
	return &task{kind: ofPoints, what: what, of: g.Name, size: points, many: 1,
		onFailure: deviceFailed}
}

// msms returns k MSMs of n scalars in all.
func (l *Loaded) msms(n, k int) *task {
	t := newTask("MSM", l.group, n)
	t.many, t.hostBases, t.inProof = k, l.onHost, l.inProof
	return t
}

// newComputation returns a computation with vectors of n elements.
func newComputation(what string, field *cuda.Field, n int) *task {
	return &task{
		kind: ofElements, what: what, of: field.Name, size: n, many: 1, onFailure: deviceFailed,
	}
}

// task returns a computation with vectors of n elements.
func (f *Field) task(what string, n int) *task {
	t := newComputation(what, f.Descriptor(), n)
	t.inProof = f.inProof
	return t
}

// task returns a computation with the session's vectors.
func (s *Session) task(what string) *task {
	t := newComputation(what, s.field, s.n)
	t.inProof = s.inProof
	return t
}

// uncounted returns the task, not counted on the CPU, with the line for a failure.
func (t *task) uncounted(onFailure message) *task {
	t.onFailure, t.notCounted = onFailure, true
	return t
}

// sends returns the task, counted on the device, where it sends bytes.
func (t *task) sends(bytes uint64) *task {
	t.report = &cuda.Report{BytesUp: bytes}
	return t
}

func (t *task) wrap(err error) error {
	return fmt.Errorf("accel: %s %s of %d %s: %w", t.of, t.what, t.size, t.unit, err)
}

// elsewhere is the error of a task that the device leaves to another one.
func (t *task) elsewhere(err error) error { return fmt.Errorf("%w: %w", ErrElsewhere, t.wrap(err)) }

// fields names the task in a line of the log. All tasks of points that are logged are MSMs,
// but for the loading of bases.
func (t *task) fields(e *zerolog.Event) *zerolog.Event {
	e.Str(t.owner, t.of).Int(t.unit, t.size)
	if t.kind == ofElements {
		e.Str("operation", t.what)
	}
	if t.many > 1 {
		e.Int("vectors", t.many)
	}
	return e
}
