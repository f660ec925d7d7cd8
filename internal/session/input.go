package session

import (
	"errors"
	"fmt"

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

// CheckRange returns an error that wraps [ErrRange] unless n bases from the index from on are
// among nbBases.
func CheckRange(nbBases, from, n int) error {
	if from < 0 || n > nbBases-from {
		return fmt.Errorf("%w: %d from index %d on, of %d", ErrRange, n, from, nbBases)
	}
	return nil
}
