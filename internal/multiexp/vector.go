package multiexp

import (
	"github.com/gnark-accel/gnark-accel/accel/cuda"
	"github.com/gnark-accel/gnark-accel/internal/session"
)

// Vector is a vector of scalars that may lie on the device.
type Vector[E any] interface {
	Len() int
	OnDevice() *cuda.Vector // nil for one in host memory
	Elements() ([]E, error)
	Field() *session.Field
}
