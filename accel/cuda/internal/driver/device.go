package driver

import (
	"bytes"
	"fmt"
	"unsafe"
)

// DeviceInfo is accel.DeviceInfo, which documents the fields.
type DeviceInfo struct {
	Index           int
	Name, UUID      string
	Major, Minor    int
	Multiprocessors int
	SharedBytes     int
	TotalMemory     uint64
	L2Bytes         int
	ClockKHz        int
	DriverVersion   int
}

// The lowest compute capability that the kernels are built for, 7.5 (Turing).
const minimumMajor, minimumMinor = 7, 5

// Usable describes device i, without opening it. The error wraps [ErrNoDevice] if there is no such
// device, and [ErrDeviceTooOld] if the kernels cannot run on it.
func (l *Library) Usable(i int) (DeviceInfo, error) {
	device, err := l.device(i)
	if err != nil {
		return DeviceInfo{}, err
	}
	info, err := l.describeDevice(device)
	if err != nil {
		return DeviceInfo{}, fmt.Errorf("device %d: %w", i, err)
	}
	info.Index = i
	return info, checkCapability(info)
}

// device returns the driver's handle of device i.
func (l *Library) device(i int) (int32, error) {
	if i < 0 || i >= l.devices {
		return 0, fmt.Errorf("%w (device %d was asked for, there are %d)",
			ErrNoDevice, i, l.devices)
	}
	var device int32
	if err := l.call(cuDeviceGet, uintptr(unsafe.Pointer(&device)), uintptr(i)); err != nil {
		return 0, fmt.Errorf("device %d: %w", i, err)
	}
	return device, nil
}

func (l *Library) describeDevice(device int32) (DeviceInfo, error) {
	info := DeviceInfo{DriverVersion: l.version}
	var name [256]byte
	err := l.call(cuDeviceGetName, uintptr(unsafe.Pointer(&name)),
		uintptr(len(name)), uintptr(device))
	if err != nil {
		return info, err
	}
	before, _, _ := bytes.Cut(name[:], []byte{0})
	info.Name = string(before)

	var id [16]byte
	if err := l.call(cuDeviceGetUuid, uintptr(unsafe.Pointer(&id)), uintptr(device)); err != nil {
		return info, err
	}
	info.UUID = fmt.Sprintf("GPU-%x-%x-%x-%x-%x", id[:4], id[4:6], id[6:8], id[8:10], id[10:])

	err = l.call(cuDeviceTotalMem, uintptr(unsafe.Pointer(&info.TotalMemory)), uintptr(device))
	if err != nil {
		return info, err
	}
	for _, a := range []struct {
		value *int
		of    uintptr // CUdevice_attribute
	}{
		{&info.Major, 75}, {&info.Minor, 76}, // CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_…
		{&info.Multiprocessors, 16},
		{&info.SharedBytes, 97}, // …_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN
		{&info.L2Bytes, 38},
		{&info.ClockKHz, 13},
	} {
		var value int32
		err := l.call(cuDeviceGetAttribute, uintptr(unsafe.Pointer(&value)), a.of, uintptr(device))
		if err != nil {
			return info, fmt.Errorf("attribute %d: %w", a.of, err)
		}
		*a.value = int(value)
	}
	return info, nil
}

// checkCapability refuses a device that the kernels are not built for.
func checkCapability(d DeviceInfo) error {
	if d.Major > minimumMajor || d.Major == minimumMajor && d.Minor >= minimumMinor {
		return nil
	}
	return fmt.Errorf("%w (device %d, %s, has %d.%d)",
		ErrDeviceTooOld, d.Index, d.Name, d.Major, d.Minor)
}
