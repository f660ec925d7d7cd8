package plonk_test

import (
	"testing"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/consensys/gnark/backend/plonk"
	"github.com/consensys/gnark/constraint"
	"github.com/gnark-accel/gnark-accel/hooks/internal/hookstest/circuits"
	"github.com/gnark-accel/gnark-accel/hooks/internal/hookstest/keys"
	accelerated "github.com/gnark-accel/gnark-accel/hooks/plonk"
	"github.com/gnark-accel/gnark-accel/internal/curve"
	"github.com/gnark-accel/gnark-accel/internal/tests/devicetest"
)

// attaching is PLONK with what leaves its keys on a device.
var attaching = &keys.Attaching[
	plonk.ProvingKey, plonk.VerifyingKey, plonk.Proof, accelerated.Option,
]{
	Scheme:        scheme,
	Setup:         setup,
	SetupAttaches: true,
	New:           plonk.NewProvingKey,
	ReadKey:       accelerated.ReadKey,
	Attach:        accelerated.Attach,
	WithAttached:  accelerated.WithAttached,
	WithEngine:    accelerated.WithEngine,
	WithCircuit:   accelerated.WithCircuit,
	WithProgress:  accelerated.WithProgress,
	NewSystem:     plonk.NewCS,
	WithFolder:    accelerated.WithPreparedFolder,
	Prepared: func(
		ccs constraint.ConstraintSystem, _ plonk.VerifyingKey,
	) []accelerated.Option {
		return []accelerated.Option{accelerated.WithCircuit(ccs)}
	},
}

// TestAttachedIsSentOnce: the reference string that the device checked is not sent again. Usually
// the test takes an example with commitments over one curve, and one without over another.
func TestAttachedIsSentOnce(t *testing.T) {
	for k, id := range curve.IDs() {
		if id != ecc.BN254 && testing.Short() || k > 1 && !devicetest.Thorough(false) {
			continue
		}
		example := scheme.Named(t, []string{"several commitments", "cubic"}[k%2])
		attaching.SentOnce(t, id, example)
	}
}

func TestPreparedFolder(t *testing.T) {
	attaching.Kept(t, scheme.Named(t, "several commitments"), 3)
}

func TestReplacedFiles(t *testing.T) {
	attaching.Replaced(t, scheme.Named(t, "cubic"), scheme.Named(t, "several commitments"))
}

func TestReadKeyOfAnotherCircuit(t *testing.T) { attaching.ReadingForAnother(t) }

func TestProgress(t *testing.T) { attaching.Told(t, scheme.Named(t, "cubic")) }

func TestAttachedIsTheSame(t *testing.T) {
	attaching.SameMemory(t, circuits.Powers("128 rows", 100))
}

func TestAttachedInTightMemory(t *testing.T) {
	attaching.TightMemory(t, circuits.Powers("128 rows", 100))
}
