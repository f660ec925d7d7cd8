package driver

import (
	"fmt"
	"reflect"
	"runtime"
	"sync"
	"unsafe"
)

// maxArguments is the size in bytes up to which every driver and device take a kernel's arguments.
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

// launchBlocks are the blocks of a context that no Thread uses.
type launchBlocks struct {
	mutex sync.Mutex
	idle  []*launchBlock
}

func (l *launchBlocks) take() *launchBlock {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	n := len(l.idle)
	if n == 0 {
		return newLaunchBlock()
	}
	b := l.idle[n-1]
	l.idle = l.idle[:n-1]
	return b
}

// put gives a block back; nil is let pass.
func (l *launchBlocks) put(b *launchBlock) {
	if b == nil {
		return
	}
	l.mutex.Lock()
	defer l.mutex.Unlock()
	l.idle = append(l.idle, b)
}

// release lets the garbage collector have the blocks, all of which are idle.
func (l *launchBlocks) release() {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	for _, b := range l.idle {
		b.pinner.Unpin()
	}
	l.idle = nil
}

// Launch enqueues a kernel: grid blocks of block threads, both as x, y, z. The kernel takes one
// argument, a struct by value with A's layout: A holds no Go pointers, is at most 4096 bytes, and
// has its padding where C puts it. args may be reused when Launch returns. Launching allocates
// nothing.
func Launch[A any](t *Thread, f Function, grid, block [3]uint32, s Stream, args *A) error {
	return LaunchShared(t, f, grid, block, 0, s, args)
}

// LaunchShared is [Launch] with dynamic shared memory for each block. The argument shared is its
// size in bytes; see [Thread.AllowShared].
func LaunchShared[A any](
	t *Thread, f Function, grid, block [3]uint32, shared int, s Stream, args *A,
) error {
	if !isPointerFree[A]() {
		return fmt.Errorf("kernel arguments of type %v hold Go pointers", reflect.TypeFor[A]())
	}
	return t.launch(f, grid, block, shared, s, BytesOf(args))
}

func (t *Thread) launch(
	f Function, grid, block [3]uint32, shared int, s Stream, args []byte,
) error {
	if len(args) > maxArguments {
		return fmt.Errorf("kernel arguments take %d bytes, more than %d", len(args), maxArguments)
	}
	if t.ended.Load() {
		return ErrOutsideDo // before a block is taken, which nobody would give back
	}
	const parameters = 0
	if t.block == nil {
		t.block = t.context.launches.take()
	}
	b := t.block
	copy(Bytes(b.arguments[:]), args)
	b.size = uintptr(len(args))
	b.call = [...]uintptr{
		uintptr(f),
		uintptr(grid[0]), uintptr(grid[1]), uintptr(grid[2]),
		uintptr(block[0]), uintptr(block[1]), uintptr(block[2]),
		uintptr(shared), uintptr(s), parameters, uintptr(unsafe.Pointer(&b.extra)),
	}
	return t.invoke(cuLaunchKernel, b.call[:])
}
