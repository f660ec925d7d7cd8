//go:build gnark014

package translate

import (
	"errors"
	"slices"
	"testing"

	cs "github.com/consensys/gnark/constraint/bn254"
	"github.com/gnark-accel/gnark-accel/internal/solver/program"
)

// gnark gives the hints of such a system functions that the system does not name.
func TestGKRIsLeftToGnark(t *testing.T) {
	sys := cs.NewR1CS(0)
	sys.GkrInfo.Circuit = slices.Grow(sys.GkrInfo.Circuit, 1)
	if _, err := System(&sys.System, sys); !errors.Is(err, program.ErrUnsupported) {
		t.Error(err)
	}
}
