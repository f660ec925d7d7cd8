package driver

import (
	"fmt"
	"strings"
	"unsafe"
)

// Emulator controls an emulator of a device, for tests. Its functions act on the whole process at
// once, and may be called from any goroutine. See accel/cuda/emulator for their exact effects.
type Emulator struct{ functions map[string]uintptr }

// Emulator returns the controls of the library if it is an emulator.
func (l *Library) Emulator() (*Emulator, bool) {
	e := &Emulator{map[string]uintptr{}}
	for _, name := range []string{
		"set", "set_memory", "fail", "corrupt", "corrupted", "runs", "flip", "calls", "live",
		"leaked", "reset", "args_size", "kernels",
	} {
		address, err := dlsym(l.handle, "gnark_accel_emulator_"+name)
		if err != nil {
			return nil, false
		}
		e.functions[name] = address
	}
	return e, true
}

// Set changes a setting of the emulated machine, for instance "DEVICES" or "CC". It fails if no
// setting has that name, or if the setting does not take the value.
func (e *Emulator) Set(name, value string) error {
	n, v := cString(name), cString(value)
	result := callC(e.functions["set"], uintptr(unsafe.Pointer(&n[0])),
		uintptr(unsafe.Pointer(&v[0])))
	if int32(uint32(result)) != 0 {
		return fmt.Errorf("the emulator has no setting %s=%s", name, value)
	}
	return nil
}

// SetMemory sets the size of each device's memory in bytes. Allocations stay.
func (e *Emulator) SetMemory(bytes uint64) { callC(e.functions["set_memory"], uintptr(bytes)) }

// Fail chooses the calls that are to fail, and counts calls from 0 again. The specification is a
// list with commas of entry:n=code, the n-th call of an entry point fails with a code, and
// entry:n+=code, that one and all later ones. The entry * stands for all together. The empty one
// lets all succeed.
func (e *Emulator) Fail(specification string) error {
	return e.specify("fail", specification)
}

// Corrupt chooses the kernels, copies and memsets that go silently wrong. It counts them from 0
// again. The specification is a list with commas of operation:n=fault. The operation is a kernel,
// an entry point, "kernel", "copy", "memset" or "*", and the fault is skip, block, bit or stale.
// operation:n+=fault is for all runs from the n-th on, operation:1/n=fault for runs drawn at
// random, by the setting SEED. The empty one corrupts nothing.
func (e *Emulator) Corrupt(specification string) error {
	return e.specify("corrupt", specification)
}

func (e *Emulator) specify(function, specification string) error {
	if int32(e.about(function, specification)) != 0 {
		return fmt.Errorf("the emulator does not know what to %s: %q", function, specification)
	}
	return nil
}

// Corrupted returns the number of faults that were done since the last [Emulator.Corrupt] or
// [Emulator.Reset].
func (e *Emulator) Corrupted() uint64 { return e.number("corrupted") }

// Runs returns how often an operation of [Emulator.Corrupt] ran since then. Copies of less than 64
// KiB between host and device are "small".
func (e *Emulator) Runs(operation string) uint64 { return e.about("runs", operation) }

// Flip flips a bit of the n-th allocation of device memory, as a particle does. Allocations count
// from 0, in the order of addresses. The bit counts modulo the bits of the allocation. Flip returns
// the number of allocations.
func (e *Emulator) Flip(n int, bit uint64) (allocations int) {
	return int(callC(e.functions["flip"], uintptr(n), uintptr(bit)))
}

// Calls returns the calls of all entry points since [Emulator.Fail] or [Emulator.Reset].
func (e *Emulator) Calls() uint64 { return e.number("calls") }

// Live returns the number of allocations, registrations, streams, events and modules that exist
// now. Objects whose release was made to fail do not count.
func (e *Emulator) Live() uint64 { return e.number("live") }

// Leaked returns how many such objects outlived their context since the last [Emulator.Reset].
// Objects of a context that had failed do not count.
func (e *Emulator) Leaked() uint64 { return e.number("leaked") }

// Reset brings the emulator into the state after loading. Open contexts are no longer valid.
func (e *Emulator) Reset() { e.number("reset") }

// ArgsSize returns the size in bytes of the struct that a kernel takes. It returns 0 for an unknown
// kernel.
func (e *Emulator) ArgsSize(kernel string) uint64 { return e.about("args_size", kernel) }

// Kernels returns the names of the kernels that the emulator has, in order.
func (e *Emulator) Kernels() []string {
	return strings.Fields(goString(pointer(uintptr(e.number("kernels")))))
}

func (e *Emulator) number(function string) uint64 { return uint64(callC(e.functions[function])) }

// about calls a function that takes a string.
func (e *Emulator) about(function, text string) uint64 {
	s := cString(text)
	return uint64(callC(e.functions[function], uintptr(unsafe.Pointer(&s[0]))))
}

// pointer turns an address that C returned into a pointer. C's memory does not move, and Go's
// collector leaves it alone.
func pointer(address uintptr) unsafe.Pointer { return *(*unsafe.Pointer)(unsafe.Pointer(&address)) }
