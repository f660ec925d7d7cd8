package groth16_test

import (
	"bytes"
	"errors"
	"math/big"
	"runtime"
	"sync"
	"testing"
	"time"
	"weak"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/consensys/gnark/backend"
	"github.com/consensys/gnark/backend/groth16"
	groth16_bn254 "github.com/consensys/gnark/backend/groth16/bn254"
	groth16_bw6761 "github.com/consensys/gnark/backend/groth16/bw6-761"
	"github.com/consensys/gnark/constraint/solver"
	"github.com/consensys/gnark/logger"
	"github.com/gnark-accel/gnark-accel/accel"
	accelerated "github.com/gnark-accel/gnark-accel/hooks/groth16"
	"github.com/gnark-accel/gnark-accel/internal/testlog"
)

func TestAttachArguments(t *testing.T) {
	for _, call := range []func(groth16.ProvingKey) error{
		func(pk groth16.ProvingKey) error { return accelerated.Attach(pk) },
		accelerated.Release,
	} {
		for _, test := range []struct {
			pk   groth16.ProvingKey
			want error
		}{
			{nil, accelerated.ErrInvalidInput},
			{(*groth16_bn254.ProvingKey)(nil), accelerated.ErrInvalidInput},
			{(*groth16_bw6761.ProvingKey)(nil), accelerated.ErrInvalidInput},
			{foreignKey{}, accelerated.ErrCurveNotSupported},
		} {
			if err := call(test.pk); !errors.Is(err, test.want) {
				t.Errorf("%T: got %v", test.pk, err)
			}
		}
	}
	if err := accelerated.Attach(shared(t, "cubic").pk, accelerated.WithEngine(nil)); !errors.Is(err, accelerated.ErrInvalidInput) {
		t.Errorf("no engine: got %v", err)
	}
}

func TestProveWithoutAttach(t *testing.T) {
	i := set(t, examples[0])
	proof, err := accelerated.Prove(i.ccs, i.pk, i.full)
	if err != nil {
		t.Fatal(err)
	}
	verify(t, i, proof)
	for range 2 { // the second finds nothing
		if err := accelerated.Release(i.pk); err != nil {
			t.Fatal(err)
		}
	}
}

// counts returns how many MSMs an engine has computed, wherever.
func counts(e *accel.Engine) uint64 {
	s := e.Statistics()
	return s.DeviceMSMs + s.CPUSmall + s.CPUNoDevice + s.CPUFailure
}

func TestAttachedEngineIsUsed(t *testing.T) {
	first, second := engine(t), engine(t)
	i := set(t, examples[0])
	proves := func(e *accel.Engine) {
		t.Helper()
		before, idle := counts(e), counts(first)+counts(second)
		proof, err := accelerated.Prove(i.ccs, i.pk, i.full)
		if err != nil {
			t.Fatal(err)
		}
		verify(t, i, proof)
		done := counts(e) - before
		if done != 5 { // over A, B, K, Z, and B in G2
			t.Errorf("%d MSMs on the engine", done)
		}
		if counts(first)+counts(second) != idle+done {
			t.Error("the other engine was used")
		}
	}
	attach(t, i.pk, first)
	proves(first)
	if err := accelerated.Attach(i.pk); err != nil { // stays where it is
		t.Fatal(err)
	}
	proves(first)
	attach(t, i.pk, second)
	proves(second)
}

// TestKeyReplaced reads other keys into the object that was attached. Keys of one size are decoded into the slices of
// the old one.
func TestKeyReplaced(t *testing.T) {
	e := engine(t)
	i, other := set(t, examples[0]), set(t, examples[0])
	larger := shared(t, "domain just filled")
	attach(t, i.pk, e)
	for _, from := range []*instance{i, other, larger, other} {
		var raw bytes.Buffer
		if _, err := from.pk.WriteRawTo(&raw); err != nil {
			t.Fatal(err)
		}
		if from != i {
			if _, err := i.pk.UnsafeReadFrom(&raw); err != nil {
				t.Fatal(err)
			}
		}
		proof, err := accelerated.Prove(from.ccs, i.pk, from.full)
		if err != nil {
			t.Fatal(err)
		}
		verify(t, from, proof)
	}
}

// TestSlicesReplaced assigns another key's vectors, of the same lengths, one by one.
func TestSlicesReplaced(t *testing.T) {
	i, other := set(t, examples[0]), set(t, examples[0])
	attach(t, i.pk, engine(t))
	to, from := i.pk.(*groth16_bn254.ProvingKey), other.pk.(*groth16_bn254.ProvingKey)
	for _, replace := range []func(){
		func() { to.G1.A = from.G1.A },
		func() { to.G1.B = from.G1.B },
		func() { to.G1.K = from.G1.K },
		func() { to.G1.Z = from.G1.Z },
		func() { to.G2.B = from.G2.B },
	} {
		replace()
		// This key fits nothing, but gnark's prover says what its proof is.
		if !bytes.Equal(raw(t, fixed(t, accelerated.Prove, i)), raw(t, fixed(t, groth16.Prove, i))) {
			t.Error("the proof was made with the old vectors")
		}
	}
}

func TestConcurrentAttach(t *testing.T) {
	e := engine(t)
	i := set(t, examples[0])
	var users sync.WaitGroup
	for j := range 24 {
		users.Go(func() {
			var err error
			switch j % 4 {
			case 0:
				err = accelerated.Attach(i.pk, accelerated.WithEngine(e))
			case 1:
				err = accelerated.Release(i.pk)
			default:
				var proof groth16.Proof
				if proof, err = accelerated.Prove(i.ccs, i.pk, i.full); err == nil {
					verify(t, i, proof)
				}
			}
			if err != nil {
				t.Error(err)
			}
		})
	}
	users.Wait()
	if err := accelerated.Release(i.pk); err != nil {
		t.Fatal(err)
	}
}

// TestReleaseWhileProving releases a key in the middle of a proof with it.
func TestReleaseWhileProving(t *testing.T) {
	e := engine(t)
	i := set(t, example{"hint", &withHint{}, &withHint{X: 6, Y: 36}, 0})
	if err := accelerated.Attach(i.pk, accelerated.WithEngine(e)); err != nil {
		t.Fatal(err)
	}
	solving, released := make(chan struct{}), make(chan struct{})
	hint := func(field *big.Int, in, out []*big.Int) error {
		close(solving)
		<-released
		return halve(field, in, out)
	}
	proved := make(chan error)
	go func() {
		proof, err := accelerated.Prove(i.ccs, i.pk, i.full, backend.WithSolverOptions(solver.OverrideHint(halveID, hint)))
		if err == nil {
			err = groth16.Verify(proof, i.vk, i.public)
		}
		proved <- err
	}()
	<-solving
	attached := e.Statistics()
	if err := accelerated.Release(i.pk); err != nil {
		t.Fatal(err)
	}
	if now := e.Statistics(); now.DeviceBytes != attached.DeviceBytes {
		t.Errorf("%d bytes on the device, %d after the release, with a proof under way", attached.DeviceBytes, now.DeviceBytes)
	}
	close(released)
	if err := <-proved; err != nil {
		t.Fatal(err)
	}
	if done := counts(e) - (attached.DeviceMSMs + attached.CPUSmall + attached.CPUNoDevice + attached.CPUFailure); done != 5 {
		t.Errorf("%d MSMs on the engine after the release, expected all 5", done)
	}

	// The next proof attaches the key again, to the default engine.
	before := counts(e)
	if _, err := accelerated.Prove(i.ccs, i.pk, i.full, backend.WithSolverOptions(solver.WithHints(halve))); err != nil {
		t.Fatal(err)
	}
	if counts(e) != before {
		t.Error("a released key is still attached to its engine")
	}
	if err := accelerated.Release(i.pk); err != nil {
		t.Fatal(err)
	}
}

func TestCollectedKey(t *testing.T) { expectCollected(t, engine(t)) }

// expectCollected drops a key that is attached and expects its memory back, that of the device included.
func expectCollected(t *testing.T, e *accel.Engine) {
	t.Helper()
	i := set(t, examples[0])
	if err := accelerated.Attach(i.pk, accelerated.WithEngine(e)); err != nil {
		t.Fatal(err)
	}
	proof, err := accelerated.Prove(i.ccs, i.pk, i.full)
	if err != nil {
		t.Fatal(err)
	}
	verify(t, i, proof)
	pk := i.pk.(*groth16_bn254.ProvingKey)
	key, vector := weak.Make(pk), weak.Make(&pk.G1.A[0])
	onDevice := e.Statistics().DeviceBytes
	i, pk = nil, nil
	for deadline := time.Now().Add(20 * time.Second); key.Value() != nil || vector.Value() != nil; runtime.GC() {
		if time.Now().After(deadline) {
			t.Fatal("an attached key, or a vector of it, is never collected")
		}
	}
	for deadline := time.Now().Add(20 * time.Second); onDevice > 0 && e.Statistics().DeviceBytes >= onDevice; time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("%d bytes of the device stay in use", e.Statistics().DeviceBytes)
		}
	}
}

// TestLog expects gnark's message and fields, which users parse.
func TestLog(t *testing.T) {
	i := shared(t, "cubic")
	e := engine(t)
	attach(t, i.pk, e)
	before := logger.Logger()
	defer logger.Set(before)
	acceleration := "none"
	if len(e.Devices()) > 0 {
		acceleration = "cuda"
	}
	for _, test := range []struct {
		prover       prover
		acceleration string
	}{{groth16.Prove, "none"}, {accelerated.Prove, acceleration}} {
		var book testlog.Book
		logger.Set(book.Logger())
		if _, err := test.prover(i.ccs, i.pk, i.full); err != nil {
			t.Fatal(err)
		}
		solved, proved := book.Lines(t, "constraint system solver done"), book.Lines(t, "prover done")
		if len(solved) != 1 || len(proved) != 1 {
			t.Fatalf("the messages are not there once each:\n%s", &book)
		}
		if took, ok := solved[0]["took"].(float64); !ok || took < 0 {
			t.Errorf("solver: %v", solved[0])
		}
		done := proved[0]
		if took, ok := done["took"].(float64); !ok || took < 0 {
			t.Errorf("prover: %v", done)
		}
		for field, want := range map[string]any{
			"level":         "debug",
			"curve":         ecc.BN254.String(),
			"acceleration":  test.acceleration,
			"nbConstraints": float64(i.ccs.GetNbConstraints()),
			"backend":       "groth16",
		} {
			if done[field] != want {
				t.Errorf("%s is %v, expected %v", field, done[field], want)
			}
		}
		if len(done) != 7 {
			t.Errorf("%d fields: %v", len(done), done)
		}
	}
}
