package ceremony_test

import (
	"bytes"
	"errors"
	"io"
	"reflect"
	"testing"

	"github.com/consensys/gnark-crypto/ecc"
	mpc_bls12377 "github.com/consensys/gnark/backend/groth16/bls12-377/mpcsetup"
	mpc_bls12381 "github.com/consensys/gnark/backend/groth16/bls12-381/mpcsetup"
	mpc_bn254 "github.com/consensys/gnark/backend/groth16/bn254/mpcsetup"
	mpc_bw6761 "github.com/consensys/gnark/backend/groth16/bw6-761/mpcsetup"
	"github.com/consensys/gnark/frontend"
	"github.com/consensys/gnark/frontend/cs/r1cs"
	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/hooks/groth16/ceremony"
	"github.com/gnark-accel/gnark-accel/hooks/internal/hookstest/randomness"
	"github.com/gnark-accel/gnark-accel/internal/tests/devicetest"
)

// contribution is a phase of gnark's, over one curve.
type contribution[T any] interface {
	*T
	io.WriterTo
	io.ReaderFrom
	Contribute()
	Verify(next *T) error
}

// step is our half of a phase.
type step struct {
	contribute func(*accel.Engine, ecc.ID, io.Reader, io.Writer) error
	verify     func(e *accel.Engine, id ecc.ID, previous, next io.Reader) error
}

var (
	phase1 = step{ceremony.ContributePhase1, ceremony.VerifyPhase1}
	phase2 = step{ceremony.ContributePhase2, ceremony.VerifyPhase2}
)

// committing multiplies, and commits to its private inputs.
type committing struct {
	X, Y frontend.Variable
	Z    frontend.Variable `gnark:",public"`
}

func (c *committing) Define(api frontend.API) error {
	api.AssertIsEqual(api.Mul(c.X, c.Y), c.Z)
	for _, v := range [][]frontend.Variable{{c.X}, {c.X, c.Y}} {
		hash, err := api.(frontend.Committer).Commit(v...)
		if err != nil {
			return err
		}
		api.AssertIsDifferent(hash, 0)
	}
	return nil
}

// elements is the size of the domain of phase 1.
const elements = 8

// TestOnCPU contributes to both phases with gnark and with ours.
func TestOnCPU(t *testing.T) {
	devicetest.SkipOfHost(t, false)
	curves(t, onCPU(t))
}

// TestOnDevice does so on a device.
func TestOnDevice(t *testing.T) {
	e := devicetest.Open(t)
	curves(t, e)
	if s := e.Statistics(); s.DeviceComputations == 0 || s.DeviceMSMs == 0 || s.Failures != 0 {
		t.Errorf("statistics: %+v", s)
	}
}

func onCPU(t *testing.T) *accel.Engine {
	t.Helper()
	e, err := accel.Open(accel.WithoutDevice())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = e.Close() })
	return e
}

func curves(t *testing.T, e *accel.Engine) {
	t.Helper()
	curve(t, e, ecc.BN254, size{32, 64}, mpc_bn254.NewPhase1, (*mpc_bn254.Phase1).Seal,
		new(mpc_bn254.Phase2))
	curve(t, e, ecc.BLS12_377, size{48, 96}, mpc_bls12377.NewPhase1, (*mpc_bls12377.Phase1).Seal,
		new(mpc_bls12377.Phase2))
	curve(t, e, ecc.BLS12_381, size{48, 96}, mpc_bls12381.NewPhase1, (*mpc_bls12381.Phase1).Seal,
		new(mpc_bls12381.Phase2))
	curve(t, e, ecc.BW6_761, size{96, 96}, mpc_bw6761.NewPhase1, (*mpc_bw6761.Phase1).Seal,
		new(mpc_bw6761.Phase2))
}

// curve is the test over a curve.
func curve[P1, P2, C any, T1 contribution[P1], T2 contribution[P2], W interface {
	*C
	io.WriterTo
}](
	t *testing.T, e *accel.Engine, id ecc.ID, z size, begin func(n uint64) *P1,
	seal func(T1, []byte) C, second T2,
) {
	t.Run(id.String(), func(t *testing.T) {
		devicetest.SkipRepeated(t, id == ecc.BN254)
		last := contributions[P1, T1](t, e, id, phase1, z.pairsOfPhase1(),
			file(t, T1(begin(elements))))
		commons := seal(read[P1, T1](t, last), []byte("beacon"))
		var sealed bytes.Buffer
		err := ceremony.SealPhase1(e, id, []byte("beacon"), bytes.NewReader(last), &sealed)
		if err != nil || !bytes.Equal(sealed.Bytes(), file(t, W(&commons))) {
			t.Errorf("sealed phase 1: %v, or others than gnark's", err)
		}
		ccs, err := frontend.Compile(id.ScalarField(), r1cs.NewBuilder, new(committing))
		if err != nil {
			t.Fatal(err)
		}
		reflect.ValueOf(second).MethodByName("Initialize").Call(
			[]reflect.Value{reflect.ValueOf(ccs), reflect.ValueOf(&commons)})
		contributions[P2, T2](t, e, id, phase2, z.pairsOfPhase2(), file(t, second))
	})
}

// contributions makes three contributions, two of ours, and returns the last. gnark verifies ours,
// and ours verifies gnark's.
func contributions[P any, T contribution[P]](
	t *testing.T, e *accel.Engine, id ecc.ID, ours step, pairs map[int]int, first []byte,
) []byte {
	t.Helper()
	files := [][]byte{first}
	for i := range 3 {
		previous := files[i]
		restore := randomness.Stream("contribution")
		gnarks := read[P, T](t, previous)
		gnarks.Contribute()
		restore()
		defer randomness.Stream("contribution")()
		var next bytes.Buffer
		if err := ours.contribute(e, id, bytes.NewReader(previous), &next); err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(next.Bytes(), file(t, gnarks)) {
			t.Fatalf("contribution %d is another than gnark's", i)
		}
		files = append(files, next.Bytes())
	}
	verify := func(previous, next []byte) (gnarks, our error) {
		return read[P, T](t, previous).Verify((*P)(read[P, T](t, next))),
			ours.verify(e, id, bytes.NewReader(previous), bytes.NewReader(next))
	}
	for _, pair := range [][2]int{{0, 1}, {1, 2}, {2, 3}, {0, 2}, {1, 1}, {2, 1}} {
		i, j := pair[0], pair[1]
		gnarks, our := verify(files[i], files[j])
		if (gnarks == nil) != (j == i+1) || (our == nil) != (j == i+1) ||
			our != nil && !errors.Is(our, ceremony.ErrInvalidContribution) {
			t.Errorf("from %d to %d: %v, gnark says %v", i, j, our, gnarks)
		}
	}
	swapPoints[P, T](t, files[1], files[2], pairs, verify)
	for _, n := range []int{0, 1, len(first) / 2, len(first) - 1} {
		cut := bytes.NewReader(files[1][:n])
		if err := ours.contribute(e, id, cut, io.Discard); err == nil {
			t.Errorf("%d of %d bytes: no error", n, len(files[1]))
		}
	}
	return files[3]
}

// size is the number of bytes of a point of each group.
type size struct{ g1, g2 int }

// pairsOfPhase1 are places of points of one kind, each before another one of that kind.
func (z size) pairsOfPhase1() map[int]int {
	tau1 := 3*(z.g1+z.g2) + 8 + z.g2
	tau2 := tau1 + (2*elements-2)*z.g1
	beta := tau2 + (elements-1)*z.g2
	alpha := beta + elements*z.g1
	return map[int]int{
		tau1: z.g1, tau1 + 3*z.g1: z.g1, tau2 - 2*z.g1: z.g1, tau2: z.g2, beta - 2*z.g2: z.g2,
		beta: z.g1, alpha - 2*z.g1: z.g1, alpha: z.g1, alpha + (elements-2)*z.g1: z.g1,
	}
}

// pairsOfPhase2 is the place of the first two points of the keys.
func (z size) pairsOfPhase2() map[int]int {
	private := 2 + z.g1 + 4
	return map[int]int{private: z.g1}
}

// swapPoints exchanges points of a contribution. gnark refuses that, and so does ours.
func swapPoints[P any, T contribution[P]](
	t *testing.T, previous, next []byte, pairs map[int]int,
	verify func(previous, next []byte) (gnarks, our error),
) {
	t.Helper()
	for at, size := range pairs {
		swapped := bytes.Clone(next)
		copy(swapped[at:], next[at+size:at+2*size])
		copy(swapped[at+size:], next[at:at+size])
		gnarks, our := verify(previous, swapped)
		if gnarks == nil || !errors.Is(our, ceremony.ErrInvalidContribution) {
			t.Errorf("points swapped at %d of %d: %v, gnark says %v", at, len(next), our, gnarks)
		}
	}
}

func file(t *testing.T, from io.WriterTo) []byte {
	t.Helper()
	var b bytes.Buffer
	if _, err := from.WriteTo(&b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func read[P any, T contribution[P]](t *testing.T, from []byte) T {
	t.Helper()
	p := T(new(P))
	if _, err := p.ReadFrom(bytes.NewReader(from)); err != nil {
		t.Fatal(err)
	}
	return p
}

// TestInput expects an error for each input that no ceremony has.
func TestInput(t *testing.T) {
	e := onCPU(t)
	good := file(t, mpc_bn254.NewPhase1(2))
	sizes := bytes.Clone(good)
	sizes[3*96+7] = 3 // behind three proofs
	for name, c := range map[string]struct {
		id   ecc.ID
		from io.Reader
		to   io.Writer
		want error
	}{
		"no curve": {
			ecc.STARK_CURVE, bytes.NewReader(good), io.Discard, ceremony.ErrCurveNotSupported},
		"nothing to read": {ecc.BN254, nil, io.Discard, ceremony.ErrInvalidInput},
		"nowhere":         {ecc.BN254, bytes.NewReader(good), nil, ceremony.ErrInvalidInput},
		"domain of 3": {
			ecc.BN254, bytes.NewReader(sizes), io.Discard, ceremony.ErrInvalidInput,
		},
	} {
		if err := ceremony.ContributePhase1(e, c.id, c.from, c.to); !errors.Is(err, c.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
	manyCommitments := bytes.NewReader([]byte{1, 0, 0})
	err := ceremony.ContributePhase2(e, ecc.BN254, manyCommitments, io.Discard)
	if !errors.Is(err, ceremony.ErrInvalidInput) {
		t.Errorf("256 commitments: %v", err)
	}
}
