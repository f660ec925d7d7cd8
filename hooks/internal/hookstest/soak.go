package hookstest

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/consensys/gnark/backend"
	"github.com/consensys/gnark/logger"
	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/accel/cuda"
	"github.com/gnark-accel/gnark-accel/hooks/internal/hookstest/circuits"
	"github.com/gnark-accel/gnark-accel/internal/curve"
	"github.com/gnark-accel/gnark-accel/internal/tests/devicetest"
)

// soakFaults are silent faults of an emulated device. They are in kernels that write elements and
// coordinates: a wrong index could make a kernel touch a bad address, which ends the device's use
// for the whole process.
func soakFaults() string {
	var faults []string
	for _, id := range curve.IDs() {
		faults = append(faults, id.String()+"_g1_reduce_bits:1/60=bit",
			id.String()+"_fr_ntt_frequency:1/60=bit", id.String()+"_fr_ntt_time:1/60=skip")
	}
	return strings.Join(faults, ",")
}

// soak is a long run of everything at once over all curves.
type soak[PK ProvingKey, VK any, P Proof] struct {
	*devicetest.Soak
	scheme    *Scheme[PK, VK, P]
	t         *testing.T
	instances []*Instance[PK, VK]
	options   func(VK) []backend.ProverOption
	emulator  *cuda.Emulator // nil on a real device

	mutex   sync.Mutex // guards engines
	engines []*accel.Engine

	cancelled, refused, injected atomic.Int64
}

// Soak makes proofs for the length that [devicetest.SoakVariable] says. Several goroutines make
// them over all curves, on an engine with plenty of memory and one with little. Streams are
// cancelled, keys are released and move, and engines are closed beside all that. An emulated device
// has silent faults, and calls of its driver fail. A line reports the work and the memory in use
// now and then. A proof that gnark does not verify, an error that nobody asked for, and a leak at
// the end fail the test.
func (s *Scheme[PK, VK, P]) Soak(t *testing.T, options func(VK) []backend.ProverOption) {
	k := &soak[PK, VK, P]{
		Soak: devicetest.NewSoak(t, s.Name), scheme: s, t: t, options: options,
	}
	defer logger.Set(logger.Logger())
	logger.Disable()
	sizes := []circuits.Example{s.Named(t, "cubic"), circuits.Powers("300 rows", 300)}
	if !devicetest.Emulated() {
		sizes = append(sizes, circuits.Powers("10000 rows", 10000))
	}
	for _, curve := range curve.IDs() {
		for _, example := range sizes {
			k.instances = append(k.instances, s.MakeOn(t, curve, example))
		}
	}
	if devicetest.Emulated() {
		k.emulator = devicetest.Emulator(t)
		k.emulator.Reset()
		t.Cleanup(k.emulator.Reset)
	}
	// Released keys would go to an engine that nobody replaces, and hold a lost context with it.
	devicetest.NoError(t, accel.Default().Close())
	k.engines = make([]*accel.Engine, 2)
	k.openAll()
	if k.emulator != nil {
		devicetest.NoError(t, k.emulator.Corrupt(soakFaults()))
	}
	k.State, k.Device = k.state, k.deviceBytes
	k.Run(t, k.step)
	k.end()
}

// open opens engine i: the second has room for some keys only.
func (k *soak[PK, VK, P]) open(i int) (*accel.Engine, error) {
	opts := []accel.Option{accel.WithMinSize(1), devicetest.FewBuckets()}
	if i == 1 {
		opts = append(opts, accel.WithMemoryLimit(24<<20))
	}
	e, err := accel.Open(opts...)
	if err == nil {
		err = e.Unavailable()
	}
	return e, err
}

// openAll opens all engines. Nothing else holds the context of an emulated device then, so that one
// that was lost is gone.
func (k *soak[PK, VK, P]) openAll() {
	for i := range k.engines {
		e, err := k.open(i)
		for tries := 0; err != nil && tries < 3 && k.injected.Load() > 0; tries++ {
			k.close(e)
			e, err = k.open(i)
		}
		if err != nil && os.Getenv(devicetest.RequireVariable) == "1" {
			k.t.Error(err)
		}
		k.engines[i] = e
	}
}

func (k *soak[PK, VK, P]) step(draw *rand.Rand) {
	i := k.instances[draw.IntN(len(k.instances))]
	switch n := draw.IntN(100); {
	case n < 70:
		k.check(i)(k.scheme.Accelerated(i.CCS, i.PK, i.Full, k.options(i.VK)...))
	case n < 80:
		k.stream(i, draw.IntN(3))
	case n < 88:
		k.allow(k.scheme.Release(i.PK))
		k.allow(k.scheme.Attach(i.PK, k.engine(draw.IntN(2))))
	case n < 98:
		k.allow(k.scheme.Attach(i.PK, k.engine(draw.IntN(2))))
	case n < 99:
		k.inject(i, draw)
	default:
		k.replace(draw.IntN(2))
	}
}

// inject has one of the next calls of an emulated driver fail, and proves. A lost context is that
// of all engines.
func (k *soak[PK, VK, P]) inject(i *Instance[PK, VK], draw *rand.Rand) {
	code := devicetest.OutOfMemory
	if draw.IntN(4) == 0 {
		code = devicetest.IllegalAddress
	}
	if k.emulator != nil {
		k.injected.Add(1)
		err := k.emulator.Fail(fmt.Sprintf("*:%d=%d", 1+draw.IntN(500), code))
		if err != nil {
			k.t.Error(err)
		}
	}
	k.check(i)(k.scheme.Accelerated(i.CCS, i.PK, i.Full, k.options(i.VK)...))
	if k.emulator != nil && code == devicetest.IllegalAddress {
		k.replace(0)
		k.replace(1)
	}
}

// stream makes three proofs, or is cancelled after some of them.
func (k *soak[PK, VK, P]) stream(i *Instance[PK, VK], after int) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	check, n := k.check(i), 0
	for proof, err := range k.scheme.Stream(ctx, i.CCS, i.PK, queue(i.Full, i.Full, i.Full),
		k.options(i.VK)...) {
		check(proof, err)
		if n++; n > after {
			cancel()
		}
	}
}

// check returns a function that takes a proof of an instance.
func (k *soak[PK, VK, P]) check(i *Instance[PK, VK]) func(P, error) {
	return func(proof P, err error) {
		switch {
		case errors.Is(err, context.Canceled):
			k.cancelled.Add(1)
		case err != nil:
			k.allow(err)
		case k.scheme.Verify(proof, i.VK, i.Public) != nil:
			k.Wrong.Add(1)
			k.t.Errorf("%s: a wrong proof", i.Name)
		default:
			k.Done.Add(1)
		}
	}
}

// allow takes errors of engines that are closed, and no others.
func (k *soak[PK, VK, P]) allow(err error) {
	if err == nil {
		return
	}
	k.refused.Add(1)
	if !errors.Is(err, accel.ErrClosed) {
		k.t.Error(err)
	}
}

func (k *soak[PK, VK, P]) engine(i int) *accel.Engine {
	k.mutex.Lock()
	defer k.mutex.Unlock()
	return k.engines[i]
}

// replace closes an engine beside whatever uses it, and opens another one. Where that fails, since
// an injected failure has lost the context that the engines share, it closes and opens all.
func (k *soak[PK, VK, P]) replace(i int) {
	k.mutex.Lock()
	old := k.engines[i]
	e, err := k.open(i)
	if k.engines[i] = e; err != nil {
		for _, e := range k.engines {
			k.close(e)
		}
	}
	k.close(old)
	if err != nil {
		k.openAll()
	}
	k.mutex.Unlock()
	for _, i := range k.instances { // those on the closed engine would be refused from now on
		k.allow(k.scheme.Attach(i.PK, k.engine(0)))
	}
}

// close closes an engine. Failures that were injected may come back from it.
func (k *soak[PK, VK, P]) close(e *accel.Engine) {
	var failure *cuda.Error
	if err := e.Close(); k.injected.Load() == 0 ||
		!errors.As(err, &failure) && !errors.Is(err, accel.ErrDeviceLost) {
		k.allow(err)
	}
}

func (k *soak[PK, VK, P]) state() string {
	var failures uint64
	for i := range k.engines {
		use := k.engine(i).Statistics()
		failures += use.Failures + use.WrongProofs
	}
	return fmt.Sprintf(", %d cancelled, %d refused; failures injected %d, faults noticed %d",
		k.cancelled.Load(), k.refused.Load(), k.injected.Load(), failures)
}

func (k *soak[PK, VK, P]) deviceBytes() (bytes uint64) {
	for i := range k.engines {
		bytes += k.engine(i).Statistics().DeviceBytes
	}
	return bytes
}

// end closes everything, and expects nothing to be left on the device.
func (k *soak[PK, VK, P]) end() {
	if k.emulator != nil {
		if err := k.emulator.Fail(""); err != nil {
			k.t.Error(err)
		}
	}
	for _, i := range k.instances {
		k.allow(k.scheme.Release(i.PK))
	}
	for i, e := range k.engines {
		if i == 0 && e.Statistics().WrongProofs > 0 && k.emulator == nil {
			k.t.Error("the device makes wrong proofs")
		}
		k.close(e)
	}
	if k.emulator != nil && (k.emulator.Live() != 0 || k.emulator.Leaked() != 0) {
		k.t.Errorf("%d objects are left on the device, %d leaked", k.emulator.Live(),
			k.emulator.Leaked())
	}
}
