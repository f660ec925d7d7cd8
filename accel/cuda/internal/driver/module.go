package driver

import (
	"errors"
	"fmt"
	"unsafe"
)

// Module is a loaded image of kernels.
type Module uintptr

// Function is a kernel of a module. It lives as long as the module.
type Function uintptr

// Images returns kernels to load. For the major compute capability of a device it returns machine
// code for such devices alone, or nil if there is none. For 0 it returns a fatbin, with the code
// for all other devices, and PTX. For −1 it returns nothing: the next call for 0 has less to do.
type Images func(major int) ([]byte, error)

// LoadModule loads a fatbin, a cubin or PTX; PTX must end with a zero byte. The driver compiles
// PTX, which takes seconds the first time; it keeps the result in a cache on disk. The image is not
// needed afterwards.
//
// The error wraps [ErrDeviceTooOld] if the image has nothing for the device, and [ErrDriverTooOld]
// if it has only PTX of a version that the driver does not know.
func (t *Thread) LoadModule(image []byte) (Module, error) {
	if len(image) == 0 {
		return 0, errors.New("the kernel image is empty")
	}
	var m Module
	err := t.call(cuModuleLoadData, uintptr(unsafe.Pointer(&m)),
		uintptr(unsafe.Pointer(unsafe.SliceData(image))))
	if err != nil {
		return 0, fmt.Errorf("loading %d bytes of kernels: %w", len(image), err)
	}
	return m, nil
}

// LoadImages loads the machine code for devices like this one. If there is none, or the driver
// refuses it, the driver chooses from the fatbin. It fails as LoadModule does.
func (t *Thread) LoadImages(images Images) (Module, error) {
	image, err := images(t.context.info.Major)
	if err != nil {
		return 0, err
	}
	if image != nil {
		m, err := t.LoadModule(image)
		if err == nil || errors.Is(err, ErrOutOfMemory) || t.context.Lost() != nil {
			return m, err
		}
	}
	if image, err = images(0); err != nil {
		return 0, err
	}
	return t.LoadModule(image)
}

// UnloadModule unloads a module, none of whose kernels may be running.
func (t *Thread) UnloadModule(m Module) error { return t.call(cuModuleUnload, uintptr(m)) }

// AllowShared sets the maximum of a kernel's dynamic shared memory, in bytes. Up to 48 KiB need no
// leave; a device gives [DeviceInfo].SharedBytes at most.
func (t *Thread) AllowShared(f Function, bytes int) error {
	const maxDynamicShared = 8 // CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES
	return t.call(cuFuncSetAttribute, uintptr(f), maxDynamicShared, uintptr(bytes))
}

// Function finds a kernel by the name it was compiled under, and loads it. Left alone, drivers put
// the loading off until the first launch, which somebody waits for. Drivers older than CUDA 12.4
// cannot be told to load.
func (t *Thread) Function(m Module, name string) (Function, error) {
	var f Function
	symbol := cString(name)
	err := t.call(cuModuleGetFunction, uintptr(unsafe.Pointer(&f)), uintptr(m),
		uintptr(unsafe.Pointer(&symbol[0])))
	if err != nil {
		return 0, fmt.Errorf("kernel %s: %w", name, err)
	}
	if t.context.library.table[cuFuncLoad] == 0 {
		return f, nil
	}
	if err := t.call(cuFuncLoad, uintptr(f)); err != nil {
		return 0, fmt.Errorf("loading kernel %s: %w", name, err)
	}
	return f, nil
}
