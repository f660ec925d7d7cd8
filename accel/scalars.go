package accel

import "github.com/gnark-accel/gnark-accel/internal/session"

// Scalars says where the scalars of a multi-scalar multiplication lie.
type Scalars int

const (
	// HostScalars lie in the memory of the program, and go to the device with each call.
	HostScalars = Scalars(session.HostScalars)
	// DeviceScalars lie in a vector on the device.
	DeviceScalars = Scalars(session.DeviceScalars)
)
