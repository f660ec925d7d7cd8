package session

import (
	"errors"
	"slices"
	"time"

	"github.com/gnark-accel/gnark-accel/accel/cuda"
	"github.com/gnark-accel/gnark-accel/accel/cuda/driver"
	"github.com/rs/zerolog"
)

// The messages and fields below are documented in package accel.

func (d *Engine) logOpened() {
	log := d.config.Logger()
	if d.backend == nil {
		log.Info().Str("reason", d.unavailable.Error()).Msg("no device, MSMs are computed on the CPU")
		return
	}
	for _, info := range d.backend.Devices() {
		log.Info().Str("device", info.Name).Uint64("memory", info.TotalMemory).Msg("device opened")
	}
}

func (d *Engine) logStreamed(t task, why error) {
	log := d.config.Logger()
	t.fields(log.Info()).Str("reason", why.Error()).Msg("bases do not fit the device, their points are sent with each MSM")
}

func (d *Engine) logDone(t task, r *cuda.Report) {
	log := d.config.Logger()
	t.fields(log.Debug()).
		Str("acceleration", "cuda").
		Int("device", r.Device).
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

func (d *Engine) logComputed(t task, took time.Duration) {
	log := d.config.Logger()
	t.fields(log.Debug()).
		Str("acceleration", "cuda").
		Dur("took", took).
		Msg("vectors done")
}

func (d *Engine) logOnCPU(t task, why reason) {
	write := func() {
		log := d.config.Logger()
		t.fields(log.Debug()).
			Str("acceleration", "none").
			Stringer("reason", why).
			Msg(t.onCPU)
	}
	if why == noDevice {
		d.counters.of(t).noDeviceLogged.Do(write)
		return
	}
	write()
}

// What fails. The first two end in the same: one warning a cause tells of both. The others by themselves do no harm, and what
// they may lead to has a warning of its own.
const (
	deviceFailed   = "device failed, computed on the CPU"
	basesNotLoaded = "bases not loaded, computed on the CPU"
	notReserved    = "no memory kept for vectors"
	notPrepared    = "vectors not prepared"
	notExpected    = "room for sums not made"
)

var harmless = []string{notReserved, notPrepared, notExpected}

// logFailure logs a warning for the first failure of its kind and a debug line for the others: a device that fails for
// one reason would otherwise fill the log.
func (d *Engine) logFailure(t task, message string, err error) {
	kind, level := message, zerolog.DebugLevel
	if message == basesNotLoaded {
		kind = deviceFailed
	}
	if !slices.Contains(harmless, message) && d.firstOfItsKind(kind, err) {
		level = zerolog.WarnLevel
	}
	log := d.config.Logger()
	t.fields(log.WithLevel(level)).Err(err).Msg(message)
}

func (d *Engine) logLost(err error) {
	log := d.config.Logger()
	log.Warn().Err(err).Msg("device lost, it is not used any more")
}

// maxCauses bounds the memory for causes; the failures of a driver are far fewer.
const maxCauses = 256

func (d *Engine) firstOfItsKind(message string, err error) bool {
	key := message + "\x00" + cause(err)
	d.mu.Lock()
	defer d.mu.Unlock()
	if _, known := d.causes[key]; known || len(d.causes) == maxCauses {
		return false
	}
	d.causes[key] = struct{}{}
	return true
}

// cause names the kind of a failure, without the sizes and addresses that its text may contain.
func cause(err error) string {
	var call *driver.Error
	if errors.As(err, &call) {
		return call.Call + " " + call.Name
	}
	for _, sentinel := range []error{driver.ErrOutOfMemory, driver.ErrDeviceLost, driver.ErrClosed, ErrInvalidResult} {
		if errors.Is(err, sentinel) {
			return sentinel.Error()
		}
	}
	return err.Error()
}
