package engine

import (
	"errors"
	"math"
	"slices"
	"time"

	"github.com/gnark-accel/gnark-accel/accel/cuda"
	"github.com/rs/zerolog"
)

// The messages and fields below are documented in package accel.

// logger is the engine's logger, and none for an engine that was not opened. Where there are other
// devices, its lines name the device.
func (e *Engine) logger() *zerolog.Logger {
	log := zerolog.Nop()
	if e.config.Logger != nil {
		log = e.config.Logger()
	}
	if d := e.config.Device; d != nil {
		log = log.With().Int("deviceIndex", d.Index).Str("deviceName", d.Name).Logger()
	}
	return &log
}

// LogKey tells of a loaded key, by its vectors of points. It does not if the device has no part in
// them. It logs the least number of multiples of a point, which is 0 where points are sent.
func (e *Engine) LogKey(took time.Duration, vectors ...*Loaded) {
	points, bytes, multiples := 0, uint64(0), math.MaxInt
	for _, l := range vectors {
		if l.bases != nil {
			points, bytes = points+l.points, bytes+l.bases.Bytes()
			multiples = min(multiples, l.bases.Shape().Factor)
		}
	}
	if points == 0 {
		return
	}
	e.logger().Debug().Int("points", points).Uint64("bytes", bytes).Int("multiples", multiples).
		Dur("took", took).Msg("key loaded")
}

func (e *Engine) logDone(t *task) {
	r := t.report
	t.fields(e.logger().Debug()).
		Str("acceleration", "cuda").
		Int("window", r.Window).
		Int("factor", r.Factor).
		Int("chunks", r.Chunks).
		Uint64("bytesUp", r.BytesUp).
		Dur("upload", r.Upload).
		Dur("partition", r.Partition).
		Dur("accumulate", r.Accumulate).
		Dur("reduce", r.Reduce).
		Dur("took", r.Total).
		Msg("msm done")
}

func (e *Engine) logOnCPU(t *task, why reason) {
	if why == noDevice && !e.first(t.onCPU) {
		return
	}
	t.fields(e.logger().Debug()).Str("acceleration", "none").Stringer("reason", why).Msg(t.onCPU)
}

// harmless are failures that do no harm by themselves. If one of them leads to another failure,
// that has a warning of its own.
var harmless = []message{notReserved, notPrepared, notWarmed, notSentAhead}

// logFailure logs a warning for the first failure of its kind. The others get a debug line. A
// device that fails for one reason would otherwise fill the log. Bases that were not loaded are
// computed on the CPU: one warning a cause tells of both.
func (e *Engine) logFailure(t *task, err error) {
	level, kind := zerolog.DebugLevel, t.onFailure
	if kind == basesNotLoaded {
		kind = deviceFailed
	}
	if !slices.Contains(harmless, kind) && e.first(string(kind)+"\x00"+cause(err)) {
		level = zerolog.WarnLevel
	}
	t.fields(e.logger().WithLevel(level)).Err(err).Msg(string(t.onFailure))
}

func (e *Engine) logLost(err error) {
	e.logger().Warn().Err(err).Msg("device lost, it is not used any more")
}

// logWrongProofs notes each time that proofs did not verify, and whose fault it was.
func (e *Engine) logWrongProofs(n int, fault string, why error) {
	e.logger().Warn().Err(why).Str("fault", fault).Int("proofs", n).
		Msg("proofs did not verify and were withheld")
}

// maxCauses bounds the memory for causes; the failures of a driver are far fewer.
const maxCauses = 256

// first says whether a cause is new.
func (e *Engine) first(cause string) bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	if _, known := e.causes[cause]; known || len(e.causes) == maxCauses {
		return false
	}
	if e.causes == nil {
		e.causes = make(map[string]struct{})
	}
	e.causes[cause] = struct{}{}
	return true
}

// cause names the kind of a failure, without its text's sizes and addresses.
func cause(err error) string {
	var call *cuda.Error
	if errors.As(err, &call) {
		return call.Call + " " + call.Name
	}
	for _, sentinel := range []error{
		cuda.ErrOutOfMemory, cuda.ErrDeviceLost, cuda.ErrClosed, ErrInvalidResult,
	} {
		if errors.Is(err, sentinel) {
			return sentinel.Error()
		}
	}
	return err.Error()
}
