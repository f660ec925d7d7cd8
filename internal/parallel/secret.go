package parallel

import (
	"runtime"
	"sync/atomic"
)

// underWay counts the calls of [Secretly] under way.
var underWay atomic.Int32

// Secretly calls f on a goroutine of its own. What f computes with stays nowhere but in the memory
// that it has taken: until it returns, goroutines of this package overwrite what they would leave.
//
// That is their stack: Go frees stacks, and those that it has moved to a larger or smaller place,
// as they are. On Linux it is also the registers that the thread's last signal has saved. f must
// not use the registers of AVX-512, as gnark-crypto's vectors do: these are not overwritten.
func Secretly(f func() error) error {
	underWay.Add(1)
	defer underWay.Add(-1)
	var task Tasks
	task.Go(f)
	return task.Wait()
}

// discreet calls f, and overwrites what it has left if somebody computes [Secretly].
func discreet(f func() error) error {
	if underWay.Load() == 0 {
		return f()
	}
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	err := onFixedStack(f)
	overwriteRegisters()
	return err
}

// A stack of stackBytes is not moved: it is large enough from the beginning, and the collector
// shrinks no stack of which a quarter is in use.
const (
	stackBytes = 64 << 10
	heldBytes  = stackBytes/4 + 4<<10
	usedBytes  = stackBytes - heldBytes - 4<<10 // the rest is for the calls up to here
)

// onFixedStack calls f at the beginning of a goroutine, and overwrites the usedBytes that follow on
// the stack.
func onFixedStack(f func() error) error {
	var held [heldBytes]byte
	last(held[:])
	overwriteStack() // the stack grows now, and no more in f
	err := f()
	overwriteStack()
	return err
}

// overwriteStack overwrites the stack below the caller's frame.
//
//go:noinline
func overwriteStack() byte {
	var unused [usedBytes]byte
	return last(unused[:])
}

// last has the compiler keep an array, and set it to zero.
//
//go:noinline
func last(array []byte) byte { return array[len(array)-1] }

// overwriteRegisters copies as many bytes as fill the registers through which Go copies. Then it
// has them saved.
func overwriteRegisters() {
	var from, to [256]byte
	copyBytes(to[:], from[:])
	saveRegisters()
}

// copyBytes is a copy of a length that the compiler does not know.
//
//go:noinline
func copyBytes(to, from []byte) { copy(to, from) }
