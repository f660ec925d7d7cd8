package driver

import (
	"fmt"
	"reflect"
	"runtime"
	"unsafe"

	"github.com/gnark-accel/gnark-accel/internal/raw"
)

// maxArguments is the size of arguments that every driver and device take, in bytes.
const maxArguments = 4096

// Markers of cuLaunchKernel's list of extra options.
const (
	extraEnd     = 0
	extraPointer = 1
	extraSize    = 2
)

// launchBlock is the memory that a launch needs. It holds the arguments of the kernel, their size,
// the list of extra options that points to the two, and the arguments of cuLaunchKernel, which end
// with the list. The driver has copied all of it when the call returns, so a [Thread] needs only
// one block.
//
// The block holds addresses inside itself, which the garbage collector does not see as such: it is
// pinned.
type launchBlock struct {
	arguments [maxArguments / 8]uint64 // aligned for every argument
	size      uintptr
	extra     [5]uintptr
	call      [11]uintptr
	pinner    runtime.Pinner
}

func newLaunchBlock() *launchBlock {
	b := new(launchBlock)
	b.pinner.Pin(b)
	b.extra = [5]uintptr{
		extraPointer, uintptr(unsafe.Pointer(&b.arguments)),
		extraSize, uintptr(unsafe.Pointer(&b.size)),
		extraEnd,
	}
	return b
}

// idleBlocks are blocks that no Thread uses.
var idleBlocks = make(chan *launchBlock, 64)

func acquireLaunchBlock() *launchBlock {
	select {
	case b := <-idleBlocks:
		return b
	default:
		return newLaunchBlock()
	}
}

// release keeps a block for another Thread.
func (b *launchBlock) release() {
	select {
	case idleBlocks <- b:
	default:
		b.pinner.Unpin()
	}
}

// Grid is the shape of a launch.
type Grid struct {
	X, Y    int // blocks in two directions; without Y they lie in a line
	Threads int // of a block
	Shared  int // bytes of dynamic shared memory of a block: see [Thread.AllowShared]
}

// Launch queues a kernel. The kernel takes one argument, a struct by value with A's layout: A holds
// no Go pointers, is at most 4096 bytes, and has its padding where C puts it. args may be reused
// when Launch returns. Launching allocates nothing.
func Launch[A any](q *Queue, f Function, g Grid, args *A) {
	switch {
	case q.err != nil:
	case !raw.PointerFree[A]():
		q.err = fmt.Errorf("kernel arguments of type %v hold Go pointers", reflect.TypeFor[A]())
	default:
		q.err = q.thread.launch(f, g, q.stream, raw.BytesOf(args))
	}
}

func (t *Thread) launch(f Function, g Grid, s Stream, args []byte) error {
	if len(args) > maxArguments {
		return fmt.Errorf("kernel arguments take %d bytes, more than %d", len(args), maxArguments)
	}
	if t.ended.Load() {
		return ErrOutsideDo // before a block is taken, which nobody would release
	}
	if t.block == nil {
		t.block = acquireLaunchBlock()
	}
	b := t.block
	copy(raw.Bytes(b.arguments[:]), args)
	b.size = uintptr(len(args))
	const z, parameters = 1, 0
	b.call = [...]uintptr{
		uintptr(f), uintptr(g.X), uintptr(max(g.Y, 1)), z, uintptr(g.Threads), 1, z,
		uintptr(g.Shared), uintptr(s), parameters, uintptr(unsafe.Pointer(&b.extra)),
	}
	return t.invoke(cuLaunchKernel, b.call[:])
}
