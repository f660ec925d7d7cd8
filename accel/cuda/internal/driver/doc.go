// Package driver binds the NVIDIA driver library, libcuda.so.1, without cgo.
//
// The library is opened when a program asks for it, never linked: the same binary runs on systems
// without it. The binding exists only with the build tag cuda, on Linux for amd64 and arm64. In
// every other build the package has its errors, [DeviceInfo] and [ErrUnavailable], which
// says why there is no more.
//
// # From a library to a kernel
//
//	library, err := driver.Open("")       // the library, its version, its devices
//	context, err := library.OpenContext(0) // a device
//	err = context.Do(func(t *driver.Thread) error {
//		memory, err := t.Alloc(1 << 20)
//		...
//		queue := t.Queue(stream)
//		driver.Launch(queue, kernel, grid, &arguments)
//		return queue.Err()
//	})
//	err = context.Wait(event) // off that thread
//
// A CUDA context is current on an OS thread. [Context.Do] locks the caller's goroutine to one while
// it runs. All that needs the context is a method of [Thread], and a Thread exists only inside Do;
// so no call can meet the wrong context.
//
// # States
//
// The ways in which a machine can lack a usable GPU are different errors, for errors.Is:
// [ErrNotCompiled], [ErrNotSupported], [ErrNoLibrary], [ErrUnusable], [ErrDriverTooOld],
// [ErrNoDevice], [ErrDeviceTooOld]. A call that fails later gives an [*Error] with CUDA's name and
// number; it wraps [ErrOutOfMemory] or [ErrDeviceLost] where one fits.
//
// # Memory
//
// Nothing above this package uses unsafe. Package raw shows values as the bytes that go to a
// device, and memory that the driver allocates on the host is a slice of [Pinned].
package driver

// LibraryVariable is the environment variable that names the driver library. [Open] reads it when
// the program names none.
const LibraryVariable = "GNARK_ACCEL_CUDA_DRIVER"
