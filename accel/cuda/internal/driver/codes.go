package driver

// CUDA's result codes that the package treats by themselves (CUresult in cuda.h).
const (
	codeNoDevice             = 100
	codePrimaryContextActive = 708
	codeNotReady             = 600
	codeNotSupported         = 801
)

// meaning is the sentinel and the hint of a result code.
type meaning struct {
	sentinel error
	hint     string
}

const (
	hintInit    = "the driver does not start: check that nvidia-smi works"
	hintRestart = "the context is lost: restart the program; " +
		"run it under compute-sanitizer to find the cause"
	hintMPS = "check the CUDA MPS control daemon, or run without it"
	hintJIT = "install the driver completely (libnvidia-ptxjitcompiler), " +
		"or use a device that the kernels were built for"
)

// meanings lists the result codes that are known to mean something to a user.
var meanings = map[int]meaning{
	2: {ErrOutOfMemory, "free device memory, set a lower memory limit, " +
		"or check nvidia-smi for other processes on the device"},
	4: {ErrDeviceLost, "the driver is shutting down with the process"},
	34: {ErrUnusable, "this is the CUDA toolkit's stub library: " +
		"put the real driver's libcuda.so.1 first in the library path"},
	46: {ErrUnusable, "another process holds the device: " +
		"check nvidia-smi for processes and for an exclusive compute mode"},
	100: {ErrNoDevice, "check nvidia-smi, CUDA_VISIBLE_DEVICES " +
		"and the devices given to the container"},
	101: {ErrNoDevice, "no device has this index: " +
		"device indices count from 0 over the visible devices"},
	102: {ErrUnusable, "the device has no licence for compute: check the vGPU licence"},
	200: {nil, "the kernel image is damaged or not a CUDA image"},
	201: {nil, "no context is current on this thread, " +
		"or it was destroyed by another user of the device"},
	209: {ErrDeviceTooOld, "the kernels have no image for this device: " +
		"it is older than the oldest one they were built for"},
	214: {ErrDeviceLost, "an uncorrectable ECC error: the device's memory is failing; " +
		"check nvidia-smi -q -d ECC and reset the device"},
	218: {nil, "the driver's PTX compiler rejected the kernels: update the NVIDIA driver"},
	220: {ErrDeviceLost, "an uncorrectable NVLink error: " +
		"check nvidia-smi nvlink -e and reset the device"},
	221: {ErrUnusable, hintJIT},
	222: {ErrDriverTooOld, "the kernels' PTX is newer than the driver: " +
		"update the NVIDIA driver to 520 (CUDA 11.8) or later"},
	223: {ErrUnusable, "PTX compilation is switched off (CUDA_DISABLE_PTX_JIT): unset it, " +
		"or use a device that the kernels were built for"},
	226: {ErrDeviceLost, hintRestart},
	300: {nil, "the kernel image is not valid source or binary"},
	400: {nil, "a stream, event or module was used that was destroyed, " +
		"or belongs to another context"},
	500: {nil, "the module has no function of this name: " +
		"the kernels and the program do not fit together"},
	700: {ErrDeviceLost, "a kernel accessed memory that is not its own; " + hintRestart},
	701: {nil, "the kernel needs more registers or shared memory " +
		"than a block of this size can have on this device"},
	702: {ErrDeviceLost, "a kernel ran longer than the display's watchdog allows: " +
		"use a device without a display; restart the program"},
	709: {ErrDeviceLost, "another user of the device in this process destroyed the context"},
	710: {ErrDeviceLost, "an assertion failed in a kernel; " + hintRestart},
	712: {nil, "the memory, or a page of it, is registered already"},
	713: {nil, "the memory was not registered"},
	714: {ErrDeviceLost, hintRestart},
	715: {ErrDeviceLost, hintRestart},
	716: {ErrDeviceLost, "a kernel made a misaligned access; " + hintRestart},
	717: {ErrDeviceLost, hintRestart},
	718: {ErrDeviceLost, hintRestart},
	719: {ErrDeviceLost, "a kernel failed; " + hintRestart},
	721: {ErrDeviceLost, hintRestart},
	800: {nil, "the operation is not permitted: " +
		"check the container's and the MPS daemon's restrictions"},
	801: {nil, "the operation is not supported on this system or device"},
	802: {ErrUnusable, "the system is not ready: start nvidia-fabricmanager (NVSwitch machines), " +
		"or wait until the driver is up"},
	803: {ErrUnusable, "the kernel module and the driver library are of different versions: " +
		"reboot, or reload the module, after a driver update"},
	804: {ErrUnusable, "this device does not support CUDA's forward compatibility package: " +
		"remove cuda-compat, or update the driver"},
	805: {ErrUnusable, hintMPS},
	806: {ErrDeviceLost, hintMPS},
	807: {ErrUnusable, hintMPS},
	808: {ErrUnusable, hintMPS},
	809: {ErrUnusable, hintMPS},
	810: {ErrDeviceLost, hintMPS},
	911: {ErrDeviceLost, hintRestart},
	999: {ErrDeviceLost, "the driver does not say why: " +
		"see the system's log (dmesg) for lines of NVRM and Xid"},
}

// sentinel returns the sentinel that a failed call belongs to, or nil.
func sentinel(call string, code int) error {
	// No device can be lost before cuInit. So all its errors, other than that of a missing device,
	// mean a driver that does not work.
	if call == "cuInit" && code != codeNoDevice {
		return ErrUnusable
	}
	return meanings[code].sentinel
}

// newError builds the error of a call. Name and text come from the driver and may be empty.
func newError(call string, code int, name, text string) *Error {
	if name == "" {
		name = "an unknown CUDA error"
	}
	hint := meanings[code].hint
	if hint == "" && call == "cuInit" {
		hint = hintInit
	}
	return &Error{Call: call, Name: name, Code: code, Text: text, Hint: hint}
}
