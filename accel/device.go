package accel

// DeviceInfo describes a device.
type DeviceInfo struct {
	// Index counts the devices that the driver shows, from 0, in the driver's order.
	Index int
	// Name is the product's, for instance "NVIDIA H100 80GB HBM3". UUID is in nvidia-smi's form,
	// "GPU-" and 32 hex digits in five groups.
	Name, UUID string
	// Major and Minor are the compute capability.
	Major, Minor int
	// Multiprocessors is the number of streaming multiprocessors.
	Multiprocessors int
	// SharedBytes is the shared memory that a block of threads can have, in bytes.
	SharedBytes int
	// TotalMemory is the size of the device's memory in bytes.
	TotalMemory uint64
	// L2Bytes is the size of the second-level cache in bytes.
	L2Bytes int
	// ClockKHz is the peak clock in kHz.
	ClockKHz int
	// DriverVersion is the CUDA version that the driver supports, 1000·major + 10·minor: 12040 for
	// CUDA 12.4.
	DriverVersion int
}
