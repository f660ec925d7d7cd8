package kept

import (
	"bytes"
	"errors"
	"io"
	"os"
	"sync"
	"testing"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/consensys/gnark/backend/groth16"
	"github.com/consensys/gnark/backend/witness"
	"github.com/gnark-accel/gnark-accel/examples/circuits/catalog"
	"github.com/gnark-accel/gnark-accel/examples/circuits/proving"
)

// made is a circuit with new keys: what its files hold, and a witness.
type made struct {
	contents     [3][]byte
	full, public witness.Witness
}

func check(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func written(t *testing.T, write func(io.Writer) (int64, error)) []byte {
	t.Helper()
	var content bytes.Buffer
	_, err := write(&content)
	check(t, err)
	return content.Bytes()
}

func setUp(t *testing.T, scheme string, circuit catalog.Circuit) made {
	t.Helper()
	s, err := proving.Lookup(scheme)
	check(t, err)
	i, err := catalog.Compile(circuit, ecc.BN254, 100, s.Builder)
	check(t, err)
	_, setup, err := s.Setups(i.System, nil)
	check(t, err)
	keys, err := setup()
	check(t, err)
	pk := keys.Proving.WriteTo
	if dump, ok := keys.Proving.(groth16.ProvingKey); ok {
		pk = func(to io.Writer) (int64, error) { return 0, dump.WriteDump(to) }
	}
	return made{[3][]byte{written(t, i.System.WriteTo), written(t, pk),
		written(t, keys.Verifying.WriteTo)}, i.Full, i.Public}
}

func newFiles(t *testing.T) Files { return In(t.TempDir(), "ccs", "pk", "vk") }

func put(t *testing.T, files Files, contents [3][]byte) {
	t.Helper()
	for i, path := range files {
		check(t, os.WriteFile(path, contents[i], 0o600))
	}
}

// TestKept: what was read is known again, also from other files and by calls at the same time. Each
// bad file is an error, and a good proof follows.
func TestKept(t *testing.T) {
	testKept(t, proving.Groth16, &groth16s)
	testKept(t, proving.PLONK, &plonks)
}

func testKept[P any](t *testing.T, scheme string, s *shelf[P]) {
	loads, load := 0, s.load
	s.load = func(files Files) (prover[P], error) { loads++; return load(files) }
	defer func() { s.load = load }()
	proves := func(files Files, of made, after int) {
		if _, err := s.prove(files, of.full); err != nil || loads != after {
			t.Errorf("%s: %d times loaded, not %d: %v", scheme, loads, after, err)
		}
	}
	files, again, first := newFiles(t), newFiles(t), setUp(t, scheme, catalog.Cubic)
	put(t, files, first.contents)
	put(t, again, first.contents)
	var calls sync.WaitGroup
	for range 3 {
		calls.Add(1)
		go func() {
			defer calls.Done()
			proves(files, first, 1)
		}()
	}
	calls.Wait()
	proves(again, first, 1)
	second := setUp(t, scheme, catalog.MiMC)
	put(t, files, second.contents)
	proves(files, second, 2)

	for i, content := range first.contents {
		half := len(content) / 2
		filled := append(content[:half:half], bytes.Repeat([]byte{0xff}, half)...)
		for _, bad := range [][]byte{nil, content[:half], filled, second.contents[i]} {
			contents := first.contents
			contents[i] = bad
			put(t, files, contents)
			if _, err := s.prove(files, first.full); err == nil {
				t.Errorf("%s: a proof with %d bytes of %s", scheme, len(bad), files[i])
			}
		}
	}
	check(t, os.Remove(files[key]))
	if _, err := s.prove(files, first.full); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("%s without a key: %v", scheme, err)
	}
	put(t, files, first.contents)
	proves(files, first, loads)
}

// TestProve: a program's own key is read, attached and proved with.
func TestProve(t *testing.T) {
	of, files := setUp(t, proving.Groth16, catalog.Cubic), newFiles(t)
	ccs, pk := groth16.NewCS(ecc.BN254), groth16.NewProvingKey(ecc.BN254)
	put(t, files, of.contents)
	check(t, Read(files[circuit], ccs))
	check(t, read(files[key], func(r *bounded) error { return pk.ReadDump(r) }))
	check(t, os.WriteFile(files[key], written(t, pk.WriteTo), 0o600))
	pk = groth16.NewProvingKey(ecc.BN254)
	check(t, ReadKey(files[key], pk))
	if _, err := Prove(ccs, pk, of.full); err != nil {
		t.Error(err)
	}
	if _, err := Prove(ccs, pk, of.public); err == nil || ReadKey(files[circuit], pk) == nil {
		t.Error("a proof of what is wrong, or a circuit as a key")
	}
}

// TestLengths: a proof of 2^32 - 1 commitments is an error, and takes no memory. So is a circuit
// of 2^63 bytes.
func TestLengths(t *testing.T) {
	content := written(t, groth16.NewProof(ecc.BN254).WriteRawTo)
	read := func() (err error) {
		defer func() { err = Why(recover()) }()
		_, err = MustRead(groth16.NewProof(ecc.BN254), bytes.NewReader(content))
		return err
	}
	check(t, read())
	copy(content[256:], "\xff\xff\xff\xff")
	if err := read(); !errors.Is(err, ErrLength) || !errors.Is(Why("text"), ErrPanic) {
		t.Error(err)
	}

	files := newFiles(t)
	check(t, os.WriteFile(files[circuit], []byte("\x80\x00\x00\x00\x00\x00\x00\x80"), 0o600))
	if err := Read(files[circuit], groth16.NewCS(ecc.BN254)); !errors.Is(err, ErrLength) {
		t.Error(err)
	}
}
