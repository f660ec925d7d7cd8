package groth16_test

import (
	"testing"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/consensys/gnark/backend/groth16"
	"github.com/consensys/gnark/constraint"
	accelerated "github.com/gnark-accel/gnark-accel/hooks/groth16"
	"github.com/gnark-accel/gnark-accel/hooks/internal/hookstest/circuits"
	"github.com/gnark-accel/gnark-accel/hooks/internal/hookstest/keys"
)

// attaching is Groth16 with what leaves its keys on a device.
var attaching = &keys.Attaching[
	groth16.ProvingKey, groth16.VerifyingKey, groth16.Proof, accelerated.Option,
]{
	Scheme:       scheme,
	Setup:        accelerated.Setup,
	New:          groth16.NewProvingKey,
	ReadKey:      accelerated.ReadKey,
	Attach:       accelerated.Attach,
	WithAttached: accelerated.WithAttached,
	WithEngine:   accelerated.WithEngine,
	WithCircuit:  accelerated.WithCircuit,
	WithProgress: accelerated.WithProgress,
	NewSystem:    groth16.NewCS,
	WithFolder:   accelerated.WithPreparedFolder,
	Prepared: func(
		ccs constraint.ConstraintSystem, vk groth16.VerifyingKey,
	) []accelerated.Option {
		return []accelerated.Option{
			accelerated.WithCircuit(ccs), accelerated.WithVerifyingKey(vk),
			accelerated.WithCheckedKey(),
		}
	},
	Comparing: 1, // the factors of both groups
}

func TestAttachedIsSentOnce(t *testing.T) {
	attaching.SentOnce(t, ecc.BN254, scheme.Named(t, "several commitments"))
}

func TestPreparedFolder(t *testing.T) {
	attaching.Kept(t, scheme.Named(t, "several commitments"), 4)
}

func TestReplacedFiles(t *testing.T) {
	attaching.Replaced(t, scheme.Named(t, "cubic"), scheme.Named(t, "several commitments"))
}

// TestKeylessInFolder also finds what verification without a verifying key needs.
func TestKeylessInFolder(t *testing.T) {
	keyless := *attaching
	keyless.Prepared = func(
		ccs constraint.ConstraintSystem, _ groth16.VerifyingKey,
	) []accelerated.Option {
		return []accelerated.Option{accelerated.WithCircuit(ccs), accelerated.WithCheckedKey()}
	}
	for _, name := range []string{"cubic", "several commitments"} {
		keyless.Kept(t, scheme.Named(t, name), 5)
	}
}

func TestReadKeyOfAnotherCircuit(t *testing.T) { attaching.ReadingForAnother(t) }

func TestProgress(t *testing.T) { attaching.Told(t, scheme.Named(t, "cubic")) }

func TestAttachedIsTheSame(t *testing.T) {
	attaching.SameMemory(t, scheme.Named(t, "several commitments"))
}

func TestAttachedInTightMemory(t *testing.T) {
	if testing.Short() {
		t.Skip("wide windows in both groups")
	}
	attaching.TightMemory(t, circuits.Powers("128 rows", 100))
}
