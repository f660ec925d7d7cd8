package keys

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"reflect"
	"testing"
	"time"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/consensys/gnark/constraint"
	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/hooks/internal/hookstest"
	"github.com/gnark-accel/gnark-accel/hooks/internal/hookstest/circuits"
	"github.com/gnark-accel/gnark-accel/internal/tests/devicetest"
)

// copyUp is the driver's call for copies to the device.
const copyUp = "cuMemcpyHtoDAsync_v2"

// Attaching is a proof system with the functions that leave keys on a device. These are its hook's,
// and O are their options.
type Attaching[PK hookstest.ProvingKey, VK any, P hookstest.Proof, O any] struct {
	*hookstest.Scheme[PK, VK, P]
	// Setup is the hook's. SetupAttaches says that it attaches the key to make it.
	Setup         func(constraint.ConstraintSystem, ...O) (PK, VK, error)
	SetupAttaches bool
	New           func(ecc.ID) PK
	ReadKey       func(io.Reader, PK, ...O) (int64, error)
	Attach        func(PK, ...O) error

	WithAttached func() O
	WithEngine   func(*accel.Engine) O
	WithCircuit  func(constraint.ConstraintSystem) O
	WithProgress func(func(done, total int64)) O
	WithFolder   func(string) O
	NewSystem    func(ecc.ID) constraint.ConstraintSystem
	// Prepared are the options that prepare a circuit for its first proof.
	Prepared func(constraint.ConstraintSystem, VK) []O
	// Comparing is the number of copies to a device by which points of a key are compared.
	Comparing uint64
}

// Arguments gives Attach and Release values that are no keys, and Attach no engine.
func (a *Attaching[PK, VK, P, O]) Arguments(t *testing.T) {
	pk := a.Shared(t, "cubic").PK
	var none PK
	attach := func(pk PK) error { return a.Attach(pk) }
	for _, call := range []func(PK) error{attach, a.Release} {
		for _, test := range []struct {
			pk   PK
			want error
		}{
			{none, a.ErrInvalidInput},
			{reflect.Zero(reflect.TypeOf(pk)).Interface().(PK), a.ErrInvalidInput},
			{a.Foreign, a.ErrCurveNotSupported},
		} {
			if err := call(test.pk); !errors.Is(err, test.want) {
				t.Errorf("%T: got %v", test.pk, err)
			}
		}
	}
	if err := a.Attach(pk, a.WithEngine(nil)); !errors.Is(err, a.ErrInvalidInput) {
		t.Errorf("no engine: got %v", err)
	}
}

// maker makes the keys of a circuit, with options.
type maker[PK, VK, O any] func(opts ...O) (PK, VK, error)

// makers are all ways to keys of an instance that an engine can keep attached.
func (a *Attaching[PK, VK, P, O]) makers(
	t *testing.T, curve ecc.ID, i *hookstest.Instance[PK, VK], e *accel.Engine,
) map[string]maker[PK, VK, O] {
	t.Helper()
	read := func(file []byte) maker[PK, VK, O] {
		return func(opts ...O) (PK, VK, error) {
			pk := a.New(curve)
			opts = append(append(opts, a.WithEngine(e)), a.Prepared(i.CCS, i.VK)...)
			_, err := a.ReadKey(bytes.NewReader(file), pk, opts...)
			return pk, i.VK, err
		}
	}
	all := map[string]maker[PK, VK, O]{
		"compressed key": read(compressed(t, i.PK)), "raw key": read(raw(t, i.PK)),
	}
	if !a.SetupAttaches {
		all["setup"] = func(opts ...O) (PK, VK, error) {
			return a.Setup(i.CCS, append(opts, a.WithEngine(e))...)
		}
	}
	return all
}

// SentOnce: points that the device made or checked are not sent to attach the key. With the option
// the copies to the device are the copies without it, and the circuit. Proofs with the key are
// right at once.
func (a *Attaching[PK, VK, P, O]) SentOnce(t *testing.T, curve ecc.ID, example circuits.Example) {
	emulator, e := devicetest.Emulator(t), hookstest.Engine(t)
	i := a.MakeOn(t, curve, example)
	copies := func(f func() error) uint64 {
		t.Helper()
		before := emulator.Runs(copyUp)
		devicetest.NoError(t, f())
		return emulator.Runs(copyUp) - before
	}
	for name, make := range a.makers(t, curve, i, e) {
		i := *i // its keys change

		for round := range 2 { // the first one meets an engine and a solver that are new
			making := func(opts ...O) func() error {
				return func() (err error) {
					i.PK, i.VK, err = make(opts...)
					return err
				}
			}
			attaching := func(opts ...O) func() error {
				return func() error { return a.Attach(i.PK, append(opts, a.WithEngine(e))...) }
			}
			proving := func() error {
				a.Prove(t, &i)
				return nil
			}
			releasing := func() error { return a.Release(i.PK) }
			made := copies(making())
			points := copies(attaching())
			circuit := copies(attaching(a.Prepared(i.CCS, i.VK)...))
			proof := copies(proving)
			copies(releasing)
			attached := copies(making(a.WithAttached()))
			again := copies(attaching(a.Prepared(i.CCS, i.VK)...))
			first := copies(proving)
			copies(releasing)
			got := fmt.Sprintf("%v, %s: %d copies to make a key, %d of its points, %d of its "+
				"circuit; attached, %d and %d; for proofs %d and %d",
				curve, name, made, points, circuit, attached, again, proof, first)
			t.Log(got)
			if points == 0 || attached != made+circuit+a.Comparing || again != 0 ||
				round > 0 && first != proof {
				t.Error(got)
			}
		}
	}
	if s := e.Statistics(); s.WrongProofs > 0 || s.Failures > 0 {
		t.Errorf("%v: %+v", curve, s)
	}
}

// SameMemory: a key takes as much memory of the device as one that was attached by itself. Nothing
// of its making stays, also where there is no room for it.
func (a *Attaching[PK, VK, P, O]) SameMemory(t *testing.T, example circuits.Example) {
	devicetest.Emulator(t)
	i, short := a.Make(t, example), "raw key"
	if !a.SetupAttaches {
		short = "setup"
	}
	for _, limit := range []uint64{1 << 20, 32 << 20} {
		e := hookstest.Engine(t, accel.WithMemoryLimit(limit))
		for name, make := range a.makers(t, ecc.BN254, i, e) {
			if testing.Short() && name != short {
				continue
			}
			var taken, left [2]uint64
			same := func() bool { return taken[0] == taken[1] && left[0] == left[1] }
			for k := 0; k < 4 || !same() && k < 16; k += 2 { // MSMs at once leave scratch memory
				taken[0], left[0] = a.memoryOf(t, i, e, make)
				taken[1], left[1] = a.memoryOf(t, i, e, make, a.WithAttached())
			}
			if !same() {
				t.Errorf("limit %d, %s: %d bytes on the device and %d once released, with the "+
					"option %d and %d", limit, name, taken[0], left[0], taken[1], left[1])
			}
		}
	}
}

// TightMemory: points that are made give way to the memory for proofs, and to the places of points.
// Within any memory a strict engine takes the key as if it had been attached by itself, or sends
// it.
func (a *Attaching[PK, VK, P, O]) TightMemory(t *testing.T, example circuits.Example) {
	emulator, i := devicetest.Emulator(t), a.Make(t, example)
	open := func(limit uint64) *accel.Engine {
		return hookstest.Engine(t, devicetest.PlannedBuckets(), accel.WithStrict(),
			accel.WithMemoryLimit(limit))
	}
	least := devicetest.MinMemory(t, func(limit uint64) error {
		err := a.Attach(i.PK, a.WithEngine(open(limit)))
		return errors.Join(err, a.Release(i.PK))
	})
	first, all := a.Sizes(i.PK)
	saved := map[bool]bool{} // copies, by the option
	for _, limit := range []uint64{least, least + first, least + all, 2 * least, 64 * least} {
		var taken, copies [2]uint64
		for k, attaching := range [][]O{nil, {a.WithAttached()}} {
			e := open(limit)
			before := emulator.Runs(copyUp)
			make := a.makers(t, ecc.BN254, i, e)["raw key"]
			with, without := a.memoryOf(t, i, e, make, attaching...)
			taken[k], copies[k] = with-without, emulator.Runs(copyUp)-before
		}
		t.Logf("limit %d: a key takes %v bytes, after %v copies", limit, taken, copies)
		if taken[0] != taken[1] {
			t.Errorf("limit %d: a key takes %d bytes, with the option %d", limit, taken[0],
				taken[1])
		}
		saved[copies[1] < copies[0]] = true
	}
	if len(saved) != 2 {
		t.Errorf("copies were saved in all memories, or in none: %v", saved)
	}
}

// settled returns the memory of the device once it stays as it is. Points that were made go after
// the multiples of a key are there, which nobody waits for.
func settled(e *accel.Engine) uint64 {
	last := e.Statistics().DeviceBytes
	for same := 0; same < 10; same++ {
		time.Sleep(20 * time.Millisecond)
		if now := e.Statistics().DeviceBytes; now != last {
			last, same = now, 0
		}
	}
	return last
}

// memoryOf returns the device's memory with a key and after its release, in bytes. The key is made
// and attached, by the options that make it or apart.
func (a *Attaching[PK, VK, P, O]) memoryOf(
	t *testing.T, i *hookstest.Instance[PK, VK], e *accel.Engine, make maker[PK, VK, O],
	attaching ...O,
) (taken, left uint64) {
	t.Helper()
	apart := len(attaching) == 0
	pk, vk, err := make(attaching...)
	if err == nil && apart {
		err = a.Attach(pk, append(a.Prepared(i.CCS, vk), a.WithEngine(e))...)
	}
	devicetest.NoError(t, err)
	if taken = e.Statistics().DeviceBytes; !apart {
		taken = settled(e)
	}
	devicetest.NoError(t, a.Release(pk))
	return taken, e.Statistics().DeviceBytes
}
