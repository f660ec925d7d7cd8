package driver

import "fmt"

// symbol is an entry point of the driver library: its number in symbolNames.
type symbol int

// symbolNames are the exported names. cuda.h hides the suffixes behind macros. The name without one
// is an older ABI.
var symbolNames []string

func entry(name string) symbol {
	symbolNames = append(symbolNames, name)
	return symbol(len(symbolNames) - 1)
}

var (
	cuInit                     = entry("cuInit")
	cuDriverGetVersion         = entry("cuDriverGetVersion")
	cuGetErrorName             = entry("cuGetErrorName")
	cuGetErrorString           = entry("cuGetErrorString")
	cuDeviceGetCount           = entry("cuDeviceGetCount")
	cuDeviceGet                = entry("cuDeviceGet")
	cuDeviceGetName            = entry("cuDeviceGetName")
	cuDeviceGetUuid            = entry("cuDeviceGetUuid")
	cuDeviceTotalMem           = entry("cuDeviceTotalMem_v2")
	cuDeviceGetAttribute       = entry("cuDeviceGetAttribute")
	cuDevicePrimaryCtxSetFlags = entry("cuDevicePrimaryCtxSetFlags_v2")
	cuDevicePrimaryCtxRetain   = entry("cuDevicePrimaryCtxRetain")
	cuDevicePrimaryCtxRelease  = entry("cuDevicePrimaryCtxRelease_v2")
	cuCtxGetCurrent            = entry("cuCtxGetCurrent")
	cuCtxSetCurrent            = entry("cuCtxSetCurrent")
	cuCtxSynchronize           = entry("cuCtxSynchronize")
	cuMemGetInfo               = entry("cuMemGetInfo_v2")
	cuMemAlloc                 = entry("cuMemAlloc_v2")
	cuMemFree                  = entry("cuMemFree_v2")
	cuMemHostAlloc             = entry("cuMemHostAlloc")
	cuMemFreeHost              = entry("cuMemFreeHost")
	cuMemHostRegister          = entry("cuMemHostRegister_v2")
	cuMemHostUnregister        = entry("cuMemHostUnregister")
	cuMemcpyHtoDAsync          = entry("cuMemcpyHtoDAsync_v2")
	cuMemcpyDtoHAsync          = entry("cuMemcpyDtoHAsync_v2")
	cuMemcpyDtoDAsync          = entry("cuMemcpyDtoDAsync_v2")
	cuMemsetD32Async           = entry("cuMemsetD32Async")
	cuStreamCreate             = entry("cuStreamCreateWithPriority")
	cuStreamDestroy            = entry("cuStreamDestroy_v2")
	cuStreamSynchronize        = entry("cuStreamSynchronize")
	cuStreamWaitEvent          = entry("cuStreamWaitEvent")
	cuEventCreate              = entry("cuEventCreate")
	cuEventDestroy             = entry("cuEventDestroy_v2")
	cuEventRecord              = entry("cuEventRecord")
	cuEventQuery               = entry("cuEventQuery")
	cuEventSynchronize         = entry("cuEventSynchronize")
	cuEventElapsedTime         = entry("cuEventElapsedTime")
	cuModuleLoadData           = entry("cuModuleLoadData")
	cuModuleUnload             = entry("cuModuleUnload")
	cuModuleGetFunction        = entry("cuModuleGetFunction")
	cuFuncSetAttribute         = entry("cuFuncSetAttribute")
	cuFuncLoad                 = entry("cuFuncLoad")
	cuLaunchKernel             = entry("cuLaunchKernel")
)

// optional are the entry points without which the binding still works: cuFuncLoad came with CUDA
// 12.4.
var optional = map[symbol]bool{cuFuncLoad: true}

// table holds the addresses of the entry points; 0 for an optional one that is missing.
type table []uintptr

// lookUp finds every entry point in an open library.
func lookUp(handle uintptr) (table, error) {
	t := make(table, len(symbolNames))
	for s, name := range symbolNames {
		address, err := dlsym(handle, name)
		if err != nil && !optional[symbol(s)] {
			return nil, fmt.Errorf("%w (it has no %s)", ErrDriverTooOld, name)
		}
		t[s] = address
	}
	return t, nil
}
