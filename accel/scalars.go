package accel

import "github.com/gnark-accel/gnark-accel/internal/engine"

// Scalars says where the scalars of a multi-scalar multiplication lie.
type Scalars int

const (
	// HostScalars lie in the memory of the program, and go to the device with each call.
	HostScalars = Scalars(engine.HostScalars)
	// DeviceScalars lie in a vector on the device.
	DeviceScalars = Scalars(engine.DeviceScalars)
)
