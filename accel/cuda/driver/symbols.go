package driver

import "fmt"

// symbol is an entry point of the driver library.
type symbol int

const (
	cuInit symbol = iota
	cuDriverGetVersion
	cuGetErrorName
	cuGetErrorString
	cuDeviceGetCount
	cuDeviceGet
	cuDeviceGetName
	cuDeviceGetUuid
	cuDeviceTotalMem
	cuDeviceGetAttribute
	cuDeviceCanAccessPeer
	cuDevicePrimaryCtxSetFlags
	cuDevicePrimaryCtxRetain
	cuDevicePrimaryCtxRelease
	cuCtxGetCurrent
	cuCtxSetCurrent
	cuCtxSynchronize
	cuCtxEnablePeerAccess
	cuMemGetInfo
	cuMemAlloc
	cuMemFree
	cuMemHostAlloc
	cuMemFreeHost
	cuMemHostRegister
	cuMemHostUnregister
	cuMemcpyHtoDAsync
	cuMemcpyDtoHAsync
	cuMemcpyDtoDAsync
	cuMemcpyPeerAsync
	cuMemsetD32Async
	cuStreamCreate
	cuStreamDestroy
	cuStreamSynchronize
	cuStreamQuery
	cuStreamWaitEvent
	cuEventCreate
	cuEventDestroy
	cuEventRecord
	cuEventQuery
	cuEventSynchronize
	cuEventElapsedTime
	cuModuleLoadData
	cuModuleUnload
	cuModuleGetFunction
	cuFuncSetAttribute
	cuFuncLoad
	cuLaunchKernel

	symbolCount
)

// symbolNames gives the exported names. cuda.h hides the suffixes behind macros. The name without
// one is an older ABI.
var symbolNames = [symbolCount]string{
	cuInit:                     "cuInit",
	cuDriverGetVersion:         "cuDriverGetVersion",
	cuGetErrorName:             "cuGetErrorName",
	cuGetErrorString:           "cuGetErrorString",
	cuDeviceGetCount:           "cuDeviceGetCount",
	cuDeviceGet:                "cuDeviceGet",
	cuDeviceGetName:            "cuDeviceGetName",
	cuDeviceGetUuid:            "cuDeviceGetUuid",
	cuDeviceTotalMem:           "cuDeviceTotalMem_v2",
	cuDeviceGetAttribute:       "cuDeviceGetAttribute",
	cuDeviceCanAccessPeer:      "cuDeviceCanAccessPeer",
	cuDevicePrimaryCtxSetFlags: "cuDevicePrimaryCtxSetFlags_v2",
	cuDevicePrimaryCtxRetain:   "cuDevicePrimaryCtxRetain",
	cuDevicePrimaryCtxRelease:  "cuDevicePrimaryCtxRelease_v2",
	cuCtxGetCurrent:            "cuCtxGetCurrent",
	cuCtxSetCurrent:            "cuCtxSetCurrent",
	cuCtxSynchronize:           "cuCtxSynchronize",
	cuCtxEnablePeerAccess:      "cuCtxEnablePeerAccess",
	cuMemGetInfo:               "cuMemGetInfo_v2",
	cuMemAlloc:                 "cuMemAlloc_v2",
	cuMemFree:                  "cuMemFree_v2",
	cuMemHostAlloc:             "cuMemHostAlloc",
	cuMemFreeHost:              "cuMemFreeHost",
	cuMemHostRegister:          "cuMemHostRegister_v2",
	cuMemHostUnregister:        "cuMemHostUnregister",
	cuMemcpyHtoDAsync:          "cuMemcpyHtoDAsync_v2",
	cuMemcpyDtoHAsync:          "cuMemcpyDtoHAsync_v2",
	cuMemcpyDtoDAsync:          "cuMemcpyDtoDAsync_v2",
	cuMemcpyPeerAsync:          "cuMemcpyPeerAsync",
	cuMemsetD32Async:           "cuMemsetD32Async",
	cuStreamCreate:             "cuStreamCreate",
	cuStreamDestroy:            "cuStreamDestroy_v2",
	cuStreamSynchronize:        "cuStreamSynchronize",
	cuStreamQuery:              "cuStreamQuery",
	cuStreamWaitEvent:          "cuStreamWaitEvent",
	cuEventCreate:              "cuEventCreate",
	cuEventDestroy:             "cuEventDestroy_v2",
	cuEventRecord:              "cuEventRecord",
	cuEventQuery:               "cuEventQuery",
	cuEventSynchronize:         "cuEventSynchronize",
	cuEventElapsedTime:         "cuEventElapsedTime",
	cuModuleLoadData:           "cuModuleLoadData",
	cuModuleUnload:             "cuModuleUnload",
	cuModuleGetFunction:        "cuModuleGetFunction",
	cuFuncSetAttribute:         "cuFuncSetAttribute",
	cuFuncLoad:                 "cuFuncLoad",
	cuLaunchKernel:             "cuLaunchKernel",
}

// optional are the entry points without which the binding still works: cuFuncLoad came with CUDA
// 12.4, and devices without peers need none of the others.
var optional = map[symbol]bool{
	cuFuncLoad: true, cuDeviceCanAccessPeer: true, cuCtxEnablePeerAccess: true,
	cuMemcpyPeerAsync: true,
}

// table holds the addresses of the entry points; 0 for an optional one that is missing.
type table [symbolCount]uintptr

// lookUp finds every entry point in an open library.
func lookUp(handle uintptr) (*table, error) {
	var t table
	for s, name := range symbolNames {
		address, err := dlsym(handle, name)
		if err != nil && !optional[symbol(s)] {
			return nil, fmt.Errorf("%w (it has no %s)", ErrDriverTooOld, name)
		}
		t[s] = address
	}
	return &t, nil
}
