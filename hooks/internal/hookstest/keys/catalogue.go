package keys

import (
	"crypto/sha256"
	"flag"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/consensys/gnark/constraint"
	"github.com/consensys/gnark/frontend"
	gnarkio "github.com/consensys/gnark/io"
	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/examples/circuits/catalog"
	"github.com/gnark-accel/gnark-accel/hooks/internal/hookstest"
	"github.com/gnark-accel/gnark-accel/hooks/internal/hookstest/randomness"
	"github.com/gnark-accel/gnark-accel/internal/curves"
	"github.com/gnark-accel/gnark-accel/internal/tests/devicetest"
)

// Flags of the comparison of keys for the catalogue's circuits, for a run on a GPU.
var (
	size = flag.Int("keys.constraints", 1, "compare keys of circuits that come close to this size")
	most = flag.Int("keys.most", 0, "leave out circuits of more constraints (default 4096, or "+
		"65536 in long runs)")
	names    = flag.String("keys.circuits", "", "compare keys of these circuits of the catalogue")
	curveSet = flag.String("keys.curves", "", "compare keys over these curves")
)

// WantGnarksForCatalogue makes the keys of the catalogue's circuits with both setups, from the same
// randomness, over the curves that are usual or named by a flag. It prints a row for each circuit:
//
//	| keys | scheme | curve | circuit | constraints | bytes | the same |
func WantGnarksForCatalogue[PK hookstest.ProvingKey, VK any, P hookstest.Proof](
	t *testing.T, s *hookstest.Scheme[PK, VK, P], setup Setup[PK, VK],
) {
	t.Helper()
	e := hookstest.Engine(t)
	c := &comparison[PK, VK]{scheme: s.Name, gnarks: s.Setup, ours: setup, engine: e}
	for _, curve := range curves.All() {
		id := curve.ID
		for _, circuit := range catalog.All() {
			if !named(*names, circuit.Name()) || !slices.Contains(circuit.Curves(), id) ||
				!named(*curveSet, curve.Folder()) || *curveSet == "" && !usual(e, circuit, id) {
				continue
			}
			t.Run(curve.Folder()+"/"+circuit.Name(), func(t *testing.T) {
				if hookstest.LargeOnly(circuit) && mostConstraints() == usualMost {
					t.Skipf("more than %d constraints in every size", usualMost)
				}
				made, err := circuit.New(id, *size, catalog.WithBuilder(s.Builder))
				if err != nil {
					t.Fatal(err)
				}
				ccs, err := frontend.Compile(id.ScalarField(), s.Builder, made.Circuit)
				if err != nil {
					t.Fatal(err)
				}
				if n := ccs.GetNbConstraints(); n > mostConstraints() {
					t.Skipf("%d constraints", n)
				}
				c.compare(t, curve.Folder(), circuit.Name(), ccs)
			})
		}
	}
}

// usual says whether a run without flags compares the keys of a circuit over a curve. All runs do
// over BN254, and those on a GPU over all curves. An emulated device is slow over the other curves:
// TestSetup compares their setups there. Circuits that BN254 does not have are left to the CPU.
func usual(e *accel.Engine, circuit catalog.Circuit, curve ecc.ID) bool {
	switch {
	case curve == ecc.BN254:
		return true
	case testing.Short():
		return false
	case len(e.Devices()) == 0:
		return curve == circuit.Curves()[0]
	default:
		return !devicetest.Emulated() || devicetest.Thorough(false)
	}
}

// comparison has both setups.
type comparison[PK, VK any] struct {
	scheme string
	gnarks func(constraint.ConstraintSystem) (PK, VK, error)
	ours   Setup[PK, VK]
	engine *accel.Engine
}

func (c *comparison[PK, VK]) compare(
	t *testing.T, curve, circuit string, ccs constraint.ConstraintSystem,
) {
	t.Helper()
	wantPK, wantVK, _ := made(t, circuit, func() (PK, VK, error) { return c.gnarks(ccs) })
	pk, vk, bytes := made(t, circuit, func() (PK, VK, error) { return c.ours(ccs, c.engine) })
	same := "yes"
	if pk != wantPK || vk != wantVK {
		same = "NO"
		t.Error("not gnark's keys")
	}
	fmt.Printf("| keys | %s | %s | %s | %d | %d | %s |\n", c.scheme, curve, circuit,
		ccs.GetNbConstraints(), bytes, same)
}

// made returns the hashes of keys, and the size of the proving key.
func made[PK, VK any](t *testing.T, seed string, setup func() (PK, VK, error)) (
	pk, vk [sha256.Size]byte, bytes int64,
) {
	t.Helper()
	defer randomness.Stream(seed)()
	proving, verifying, err := setup()
	if err != nil {
		t.Fatal(err)
	}
	pk, bytes = hashOf(t, proving)
	vk, _ = hashOf(t, verifying)
	return pk, vk, bytes
}

// hashOf returns the hash of a key's file, and its length.
func hashOf(t *testing.T, key any) (hash [sha256.Size]byte, bytes int64) {
	t.Helper()
	h := sha256.New()
	bytes, err := key.(gnarkio.WriterRawTo).WriteRawTo(h)
	if err != nil {
		t.Fatal(err)
	}
	return [sha256.Size]byte(h.Sum(nil)), bytes
}

// named says whether a list of names has one. An empty list has all.
func named(list, name string) bool {
	return list == "" || slices.Contains(strings.Split(list, ","), name)
}

// usualMost bounds the circuits of ordinary runs.
const usualMost = 1 << 12

func mostConstraints() int {
	switch {
	case *most > 0:
		return *most
	case devicetest.Thorough(false):
		return 1 << 16
	default:
		return usualMost
	}
}
