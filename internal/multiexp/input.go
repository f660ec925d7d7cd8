package multiexp

import (
	"errors"
	"reflect"

	"github.com/consensys/gnark-crypto/ecc"
)

// CheckInput returns the errors that gnark-crypto's MultiExp returns for the same input, word for
// word. So callers see them whether or not the MSM would have gone to the device.
func CheckInput(nbPoints, nbScalars int, config ecc.MultiExpConfig) error {
	if nbPoints != nbScalars {
		return errors.New("len(points) != len(scalars)")
	}
	if config.NbTasks > 1024 {
		return errors.New("invalid config: config.NbTasks > 1024")
	}
	return nil
}

// bytesOf returns the memory that elements, or points, take by themselves.
func bytesOf[T any](all []T) uint64 {
	return uint64(len(all)) * uint64(reflect.TypeFor[T]().Size())
}
