package parallel

// Go frees the stacks of goroutines, and those that it has moved to a larger or smaller place,
// without overwriting them. What was computed there, such as secrets of a setup, stays in memory.
// The goroutines of this package overwrite their stacks. A stack of stackBytes is not moved: it is
// large enough from the beginning, and the collector shrinks no stack of which a quarter is in use.
const (
	stackBytes = 64 << 10
	heldBytes  = stackBytes/4 + 4<<10
	usedBytes  = stackBytes - heldBytes - 4<<10 // the rest is for the calls up to here
)

// onOwnStack calls f at the beginning of a goroutine, and overwrites the stack that it has used, up
// to usedBytes of it.
func onOwnStack(f func() error) error {
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
