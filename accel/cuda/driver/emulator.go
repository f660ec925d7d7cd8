package driver

import (
	"fmt"
	"strings"
	"unsafe"
)

// Emulator controls an emulator of a device, for tests. Its functions act on the whole process at
// once, and may be called from any goroutine. See accel/cuda/emulator for their exact effects.
type Emulator struct {
	set, setMemory, fail, calls, live, leaked, reset, argsSize, kernels uintptr
	corrupt, corrupted, runs, flip                                      uintptr
}

// Emulator returns the controls of the library if it is an emulator.
func (l *Library) Emulator() (*Emulator, bool) {
	e := new(Emulator)
	for name, address := range map[string]*uintptr{
		"set":        &e.set,
		"set_memory": &e.setMemory,
		"fail":       &e.fail,
		"corrupt":    &e.corrupt,
		"corrupted":  &e.corrupted,
		"runs":       &e.runs,
		"flip":       &e.flip,
		"calls":      &e.calls,
		"live":       &e.live,
		"leaked":     &e.leaked,
		"reset":      &e.reset,
		"args_size":  &e.argsSize,
		"kernels":    &e.kernels,
	} {
		var err error
		if *address, err = dlsym(l.handle, "gnark_accel_emulator_"+name); err != nil {
			return nil, false
		}
	}
	return e, true
}

// Set changes a setting of the emulated machine, for instance "DEVICES" or "CC". It fails if no
// setting has that name, or if the setting does not take the value.
func (e *Emulator) Set(name, value string) error {
	n, v := cString(name), cString(value)
	result := callC(e.set, uintptr(unsafe.Pointer(&n[0])), uintptr(unsafe.Pointer(&v[0])))
	if int32(uint32(result)) != 0 {
		return fmt.Errorf("the emulator has no setting %s=%s", name, value)
	}
	return nil
}

// SetMemory sets the size of each device's memory in bytes. What is allocated stays.
func (e *Emulator) SetMemory(bytes uint64) { callC(e.setMemory, uintptr(bytes)) }

// Fail chooses the calls that are to fail, and counts calls from 0 again. The specification is a
// list with commas of entry:n=code, the n-th call of an entry point fails with a code, and
// entry:n+=code, that one and all later ones. The entry * stands for all together. The empty one
// lets all succeed.
func (e *Emulator) Fail(specification string) error {
	s := cString(specification)
	result := callC(e.fail, uintptr(unsafe.Pointer(&s[0])))
	if int32(uint32(result)) != 0 {
		return fmt.Errorf("the emulator does not know the failure %q", specification)
	}
	return nil
}

// Corrupt chooses the kernels, copies and memsets that go silently wrong. It counts them from 0
// again. The specification is a list with commas of operation:n=fault. The operation is a kernel,
// an entry point, "kernel", "copy", "memset" or "*", and the fault is skip, block, bit or stale.
// operation:n+=fault is for all runs from the n-th on, operation:1/n=fault for runs drawn at
// random. The setting SEED decides what is drawn. The empty one corrupts nothing.
func (e *Emulator) Corrupt(specification string) error {
	s := cString(specification)
	result := callC(e.corrupt, uintptr(unsafe.Pointer(&s[0])))
	if int32(uint32(result)) != 0 {
		return fmt.Errorf("the emulator does not know the fault %q", specification)
	}
	return nil
}

// Corrupted returns the number of faults that were done since the last [Emulator.Corrupt] or
// [Emulator.Reset].
func (e *Emulator) Corrupted() uint64 { return e.number(e.corrupted) }

// Runs returns how often an operation of [Emulator.Corrupt] ran since then.
func (e *Emulator) Runs(operation string) uint64 {
	name := cString(operation)
	n := callC(e.runs, uintptr(unsafe.Pointer(&name[0])))
	return uint64(n)
}

// Flip flips a bit of the n-th allocation of device memory, as a particle does. Allocations count
// from 0, in the order of addresses; bits count modulo those of the allocation. It returns the
// number of allocations.
func (e *Emulator) Flip(n int, bit uint64) (allocations int) {
	return int(callC(e.flip, uintptr(n), uintptr(bit)))
}

// Calls returns the number of calls of all entry points since the last [Emulator.Fail] or
// [Emulator.Reset].
func (e *Emulator) Calls() uint64 { return e.number(e.calls) }

// Live returns the number of allocations, registrations, streams, events and modules that exist
// now. Objects whose release was made to fail do not count.
func (e *Emulator) Live() uint64 { return e.number(e.live) }

// Leaked returns the number of such objects that were there when their context went, since the last
// [Emulator.Reset]. Those of a context that had failed do not count.
func (e *Emulator) Leaked() uint64 { return e.number(e.leaked) }

// Reset brings the emulator into the state after loading. Open contexts are no longer valid.
func (e *Emulator) Reset() { callC(e.reset) }

// ArgsSize returns the size in bytes of the struct that a kernel takes. It returns 0 for an unknown
// kernel.
func (e *Emulator) ArgsSize(kernel string) uint64 {
	name := cString(kernel)
	size := callC(e.argsSize, uintptr(unsafe.Pointer(&name[0])))
	return uint64(size)
}

// Kernels returns the names of the kernels that the emulator has, in order.
func (e *Emulator) Kernels() []string {
	names := callC(e.kernels)
	return strings.Fields(goString(pointer(names)))
}

func (e *Emulator) number(function uintptr) uint64 {
	n := callC(function)
	return uint64(n)
}

// pointer turns an address that C returned into a pointer. C's memory does not move, and Go's
// collector leaves it alone.
func pointer(address uintptr) unsafe.Pointer { return *(*unsafe.Pointer)(unsafe.Pointer(&address)) }
