package hookstest

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/consensys/gnark/backend"
	"github.com/consensys/gnark/logger"
	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/accel/cuda/driver"
	"github.com/gnark-accel/gnark-accel/hooks/internal/hookstest/circuits"
	"github.com/gnark-accel/gnark-accel/internal/curves"
	"github.com/gnark-accel/gnark-accel/internal/devicetest"
)

// SoakVariable asks for a long run: by time, such as 2h, or by a number of proofs.
const SoakVariable = "GNARK_ACCEL_SOAK"

const (
	soakProvers = 8
	soakPause   = 10 * time.Second // between two lines
)

// soakFaults are silent faults of an emulated device. They are in kernels that write elements and
// coordinates: a wrong index could make a kernel touch what is no memory, which ends the device's
// use for the whole process.
func soakFaults() string {
	var faults []string
	for _, prefix := range []string{"bn254", "bls12_377", "bls12_381", "bw6_761"} {
		faults = append(faults, prefix+"_g1_reduce_bits:1/60=bit",
			prefix+"_fr_ntt_frequency:1/60=bit", prefix+"_fr_ntt_time:1/60=skip")
	}
	return strings.Join(faults, ",")
}

// soak is a long run of everything at once over all curves.
type soak[PK ProvingKey, VK any, P Proof] struct {
	*Scheme[PK, VK, P]
	t         *testing.T
	instances []*Instance[PK, VK]
	options   func(VK) []backend.ProverOption

	mutex   sync.Mutex // guards engines
	engines []*accel.Engine

	proofs, cancelled, refused, wrong atomic.Int64
}

// Soak makes proofs until the time of [SoakVariable] is over. Several goroutines make them over all
// curves, on an engine with plenty of memory and one with little. Streams are cancelled, keys are
// released and move, and engines are closed beside all that. An emulated device has silent faults.
// A line tells now and then what was done, and the memory in use. A proof that does not verify, an
// error that nobody asked for, and what is left at the end fail the test.
func (s *Scheme[PK, VK, P]) Soak(t *testing.T, options func(VK) []backend.ProverOption) {
	length := os.Getenv(SoakVariable)
	if length == "" {
		t.Skipf("%s says neither a time nor a number of proofs", SoakVariable)
	}
	duration, err := time.ParseDuration(length)
	count, notNumber := strconv.Atoi(length)
	if err != nil && notNumber != nil {
		t.Fatalf("%s=%s is neither a time nor a number of proofs", SoakVariable, length)
	}
	defer logger.Set(logger.Logger())
	logger.Disable()
	k := &soak[PK, VK, P]{Scheme: s, t: t, options: options}
	for _, curve := range curves.IDs() {
		for _, example := range []circuits.Example{
			s.Named(t, "cubic"), circuits.Powers("300 rows", 300),
		} {
			k.instances = append(k.instances, s.MakeOn(t, curve, example))
		}
	}
	var emulator *driver.Emulator
	if devicetest.Emulated() {
		emulator = devicetest.Emulator(t)
		emulator.Reset()
		t.Cleanup(emulator.Reset)
	}
	k.engines = []*accel.Engine{k.open(0), k.open(1)}
	if emulator != nil {
		if err := emulator.Corrupt(soakFaults()); err != nil {
			t.Fatal(err)
		}
	}
	k.run(func(began time.Time) bool {
		return duration > 0 && time.Since(began) > duration ||
			duration == 0 && k.proofs.Load() >= int64(count)
	})
	k.end(emulator)
}

// open opens engine i: the second has room for some keys only.
func (k *soak[PK, VK, P]) open(i int) *accel.Engine {
	opts := []accel.Option{accel.WithMinSize(1), devicetest.FewBuckets()}
	if i == 1 {
		opts = append(opts, accel.WithMemoryLimit(24<<20))
	}
	e, err := accel.Open(opts...)
	if err == nil {
		err = e.Unavailable()
	}
	if err != nil && os.Getenv(devicetest.RequireVariable) == "1" {
		k.t.Error(err)
	}
	return e
}

// run has provers at work until it is over.
func (k *soak[PK, VK, P]) run(over func(began time.Time) bool) {
	began, done := time.Now(), make(chan struct{})
	var provers sync.WaitGroup
	for seed := range uint64(soakProvers) {
		provers.Go(func() {
			draw := rand.New(rand.NewPCG(seed, 1))
			for !over(began) && !k.t.Failed() {
				k.step(draw)
			}
		})
	}
	go func() {
		provers.Wait()
		close(done)
	}()
	for {
		select {
		case <-done:
			k.print(began)
			return
		case <-time.After(soakPause):
			k.print(began)
		}
	}
}

// step does one thing.
func (k *soak[PK, VK, P]) step(draw *rand.Rand) {
	i := k.instances[draw.IntN(len(k.instances))]
	switch n := draw.IntN(100); {
	case n < 70:
		k.check(i)(k.Accelerated(i.CCS, i.PK, i.Full, k.options(i.VK)...))
	case n < 80:
		k.stream(i, draw.IntN(3))
	case n < 88:
		k.allow(k.Release(i.PK))
	case n < 99:
		k.allow(k.Attach(i.PK, k.engine(draw.IntN(2))))
	default:
		k.replace(draw.IntN(2))
	}
}

// stream makes three proofs, or is cancelled after some of them.
func (k *soak[PK, VK, P]) stream(i *Instance[PK, VK], after int) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	check, n := k.check(i), 0
	for proof, err := range k.Stream(ctx, i.CCS, i.PK, queue(i.Full, i.Full, i.Full),
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
		case k.Verify(proof, i.VK, i.Public) != nil:
			k.wrong.Add(1)
			k.t.Errorf("%s: a wrong proof", i.Name)
		default:
			k.proofs.Add(1)
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

// replace closes an engine beside whatever uses it, and opens another one.
func (k *soak[PK, VK, P]) replace(i int) {
	k.mutex.Lock()
	old := k.engines[i]
	k.engines[i] = k.open(i)
	k.mutex.Unlock()
	k.allow(old.Close())
	for _, i := range k.instances { // those on the closed engine would be refused from now on
		k.allow(k.Attach(i.PK, k.engine(0)))
	}
}

// print tells what was done and what is in use.
func (k *soak[PK, VK, P]) print(began time.Time) {
	var memory runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&memory)
	var device, damaged, failures uint64
	for i := range k.engines {
		use := k.engine(i).Statistics()
		device += use.DeviceBytes
		damaged += use.Damaged
		failures += use.Failures + use.WrongProofs
	}
	fmt.Printf("soak %s %6.0f s: %d proofs, %d wrong, %d cancelled, %d refused; "+
		"faults noticed %d, damage %d; host %d KiB in %d objects, %d goroutines, device %d KiB\n",
		k.Name, time.Since(began).Seconds(), k.proofs.Load(), k.wrong.Load(), k.cancelled.Load(),
		k.refused.Load(), failures, damaged, memory.HeapAlloc>>10, memory.HeapObjects,
		runtime.NumGoroutine(), device>>10)
}

// end closes everything, and expects nothing to be left on the device.
func (k *soak[PK, VK, P]) end(emulator *driver.Emulator) {
	for _, i := range k.instances {
		k.allow(k.Release(i.PK))
	}
	for i, e := range k.engines {
		if i == 0 && e.Statistics().WrongProofs > 0 && emulator == nil {
			k.t.Error("the device makes wrong proofs")
		}
		k.allow(e.Close())
	}
	if emulator != nil && (emulator.Live() != 0 || emulator.Leaked() != 0) {
		k.t.Errorf("%d objects are left on the device, %d leaked", emulator.Live(),
			emulator.Leaked())
	}
}
