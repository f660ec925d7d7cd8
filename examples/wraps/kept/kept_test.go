package kept

import (
	"bytes"
	"crypto/rand"
	"errors"
	"io"
	"os"
	"sync"
	"testing"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/consensys/gnark/backend/groth16"
	"github.com/consensys/gnark/backend/plonk"
	"github.com/consensys/gnark/backend/witness"
	"github.com/consensys/gnark/frontend"
	"github.com/consensys/gnark/frontend/cs/r1cs"
	"github.com/consensys/gnark/frontend/cs/scs"
	"github.com/consensys/gnark/test/unsafekzg"
)

type product struct {
	A, B    frontend.Variable
	Product frontend.Variable `gnark:",public"`
}

// Define implements frontend.Circuit.
func (c *product) Define(api frontend.API) error {
	api.AssertIsEqual(api.Mul(c.A, c.B), c.Product)
	return nil
}

func check(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// setUp returns the contents of a circuit's files, with new keys.
func setUp(t *testing.T, scheme string) [3][]byte {
	t.Helper()
	field := ecc.BN254.ScalarField()
	if scheme == "Groth16" {
		ccs, err := frontend.Compile(field, r1cs.NewBuilder, &product{})
		check(t, err)
		pk, vk, err := groth16.Setup(ccs)
		check(t, err)
		var key bytes.Buffer
		check(t, pk.WriteDump(&key))
		return [3][]byte{written(t, ccs), key.Bytes(), written(t, vk)}
	}
	ccs, err := frontend.Compile(field, scs.NewBuilder, &product{})
	check(t, err)
	srs, lagrange, err := unsafekzg.NewSRS(ccs, unsafekzg.WithToxicSeed([]byte(rand.Text())))
	check(t, err)
	pk, vk, err := plonk.Setup(ccs, srs, lagrange)
	check(t, err)
	return [3][]byte{written(t, ccs), written(t, pk), written(t, vk)}
}

func written(t *testing.T, from io.WriterTo) []byte {
	t.Helper()
	var content bytes.Buffer
	_, err := from.WriteTo(&content)
	check(t, err)
	return content.Bytes()
}

func newFiles(t *testing.T) Files { return In(t.TempDir(), "ccs", "pk", "vk") }

func put(t *testing.T, files Files, contents [3][]byte) {
	t.Helper()
	for i, path := range files.all() {
		check(t, os.WriteFile(path, contents[i], 0o600))
	}
}

func assign(t *testing.T, ab int) witness.Witness {
	t.Helper()
	w, err := frontend.NewWitness(&product{3, 5, ab}, ecc.BN254.ScalarField())
	check(t, err)
	return w
}

// TestKept: what was read is known again, also from other files and by calls at the same time.
func TestKept(t *testing.T) {
	testKept(t, "Groth16", &groth16s)
	testKept(t, "PLONK", &plonks)
}

func testKept[P any](t *testing.T, scheme string, s *shelf[P]) {
	loads, load := 0, s.load
	s.load = func(files Files) (prover[P], error) { loads++; return load(files) }
	defer func() { s.load = load }()
	proves := func(files Files, after int) {
		if _, err := s.prove(files, assign(t, 15)); err != nil || loads != after {
			t.Errorf("%s: %d times loaded, not %d: %v", scheme, loads, after, err)
		}
	}
	files, again, contents := newFiles(t), newFiles(t), setUp(t, scheme)
	put(t, files, contents)
	put(t, again, contents)
	var calls sync.WaitGroup
	for range 3 {
		calls.Add(1)
		go func() {
			defer calls.Done()
			proves(files, 1)
		}()
	}
	calls.Wait()
	proves(again, 1)
	put(t, files, setUp(t, scheme))
	proves(files, 2)
}

// TestBadFiles: each is an error, and a good proof follows.
func TestBadFiles(t *testing.T) {
	testBadFiles(t, "Groth16", &groth16s)
	testBadFiles(t, "PLONK", &plonks)
}

func testBadFiles[P any](t *testing.T, scheme string, s *shelf[P]) {
	files, good := newFiles(t), setUp(t, scheme)
	for i, content := range good {
		half := len(content) / 2
		filled := append(content[:half:half], bytes.Repeat([]byte{0xff}, half)...)
		for _, bad := range [][]byte{nil, content[:half], filled} {
			contents := good
			contents[i] = bad
			put(t, files, contents)
			if _, err := s.prove(files, assign(t, 15)); err == nil {
				t.Errorf("%s: a proof with %d bytes of %s", scheme, len(bad), files.all()[i])
			}
		}
	}
	check(t, os.Remove(files.Key))
	if _, err := s.prove(files, assign(t, 15)); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("%s without a key: %v", scheme, err)
	}
	put(t, files, good)
	_, err := s.prove(files, assign(t, 15))
	check(t, err)
}

// TestProve: a program's own key is read, attached and proved with.
func TestProve(t *testing.T) {
	ccs, err := frontend.Compile(ecc.BN254.ScalarField(), r1cs.NewBuilder, &product{})
	check(t, err)
	made, _, err := groth16.Setup(ccs)
	check(t, err)
	files, pk := newFiles(t), groth16.NewProvingKey(ecc.BN254)
	put(t, files, [3][]byte{written(t, ccs), written(t, made)})
	check(t, ReadKey(files.Key, pk))
	check(t, Attach(files.Key, pk, ccs))
	if _, err = Prove(ccs, pk, assign(t, 15)); err != nil {
		t.Error(err)
	}
	if _, err := Prove(ccs, pk, assign(t, 16)); err == nil || ReadKey(files.Circuit, pk) == nil {
		t.Error("a proof of what is wrong, or a circuit as a key")
	}
}

// TestLengths: a proof of 2^32 - 1 commitments is an error, and takes no memory. So is a circuit
// of 2^63 bytes.
func TestLengths(t *testing.T) {
	var content bytes.Buffer
	_, err := groth16.NewProof(ecc.BN254).WriteRawTo(&content)
	check(t, err)
	read := func() (err error) {
		defer func() { err = Why(recover()) }()
		_, err = MustRead(groth16.NewProof(ecc.BN254), bytes.NewReader(content.Bytes()))
		return err
	}
	check(t, read())
	copy(content.Bytes()[256:], "\xff\xff\xff\xff")
	if err := read(); !errors.Is(err, ErrLength) || !errors.Is(Why("text"), ErrPanic) {
		t.Error(err)
	}

	files, contents := newFiles(t), setUp(t, "Groth16")
	copy(contents[0], "\x80\x00\x00\x00\x00\x00\x00\x80")
	put(t, files, contents)
	if err := Read(files.Circuit, groth16.NewCS(ecc.BN254)); !errors.Is(err, ErrLength) {
		t.Error(err)
	}
}
