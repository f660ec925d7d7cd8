package kept

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
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

// write writes the files of a circuit, with new keys.
func write(t *testing.T, scheme string, files Files) {
	t.Helper()
	var key bytes.Buffer
	var contents [3]io.WriterTo
	field := ecc.BN254.ScalarField()
	if scheme == "Groth16" {
		ccs, err := frontend.Compile(field, r1cs.NewBuilder, &product{})
		check(t, err)
		pk, vk, err := groth16.Setup(ccs)
		check(t, err)
		check(t, pk.WriteDump(&key))
		contents = [3]io.WriterTo{ccs, &key, vk}
	} else {
		ccs, err := frontend.Compile(field, scs.NewBuilder, &product{})
		check(t, err)
		srs, lagrange, err := unsafekzg.NewSRS(ccs, unsafekzg.WithToxicSeed([]byte(files.Key)))
		check(t, err)
		pk, vk, err := plonk.Setup(ccs, srs, lagrange)
		check(t, err)
		contents = [3]io.WriterTo{ccs, pk, vk}
	}
	for i, path := range files.all() {
		file, err := os.Create(path)
		check(t, err)
		_, err = contents[i].WriteTo(file)
		check(t, errors.Join(err, file.Close()))
	}
}

func newFiles(t *testing.T) Files {
	in := func(name string) string { return filepath.Join(t.TempDir(), name) }
	return Files{in("ccs"), in("pk"), in("vk")}
}

func copyFiles(t *testing.T, from, to Files) {
	t.Helper()
	for i, path := range from.all() {
		content, err := os.ReadFile(path)
		check(t, err)
		check(t, os.WriteFile(to.all()[i], content, 0o600))
	}
}

func assign(t *testing.T, ab int) witness.Witness {
	t.Helper()
	w, err := frontend.NewWitness(&product{3, 5, ab}, ecc.BN254.ScalarField())
	check(t, err)
	return w
}

// prove proves, and returns the circuit that was kept.
func prove(t *testing.T, scheme string, files Files) (kept any, err error) {
	if scheme == "Groth16" {
		_, err = Groth16(files, assign(t, 15)) // verified with the key that is read
		groth16s.mu.Lock()
		defer groth16s.mu.Unlock()
		return groth16s.read[files].system, err
	}
	_, err = PLONK(files, assign(t, 15))
	plonks.mu.Lock()
	defer plonks.mu.Unlock()
	return plonks.read[files].system, err
}

// TestKept: what was read is known again, also from other files and by calls at the same time.
func TestKept(t *testing.T) {
	for _, scheme := range []string{"Groth16", "PLONK"} {
		files, again, others := newFiles(t), newFiles(t), newFiles(t)
		write(t, scheme, files)
		copyFiles(t, files, again)
		write(t, scheme, others)
		var calls sync.WaitGroup
		for range 3 {
			calls.Add(1)
			go func() {
				defer calls.Done()
				if _, err := prove(t, scheme, files); err != nil {
					t.Error(err)
				}
			}()
		}
		calls.Wait()
		first, _ := prove(t, scheme, files)
		if second, err := prove(t, scheme, again); first != second || err != nil {
			t.Errorf("%s: the same content is loaded twice: %v", scheme, err)
		}
		copyFiles(t, others, files)
		if changed, err := prove(t, scheme, files); changed == first || err != nil {
			t.Errorf("%s: other keys in the same files: %v", scheme, err)
		}
	}
}

// TestBadFiles: each is an error, and a good proof follows.
func TestBadFiles(t *testing.T) {
	for _, scheme := range []string{"Groth16", "PLONK"} {
		good, files := newFiles(t), newFiles(t)
		write(t, scheme, good)
		for i, path := range good.all() {
			content, err := os.ReadFile(path)
			check(t, err)
			half := len(content) / 2
			ones := bytes.Repeat([]byte{0xff}, half)
			filled := append(content[:half:half], ones...)
			for _, bad := range [][]byte{nil, content[:half], filled} {
				copyFiles(t, good, files)
				check(t, os.WriteFile(files.all()[i], bad, 0o600))
				if _, err := prove(t, scheme, files); err == nil {
					t.Errorf("%s: a proof with %d bytes of %s", scheme, len(bad), path)
				}
			}
		}
		check(t, os.Remove(files.Key))
		if _, err := prove(t, scheme, files); !errors.Is(err, os.ErrNotExist) {
			t.Errorf("%s without a key: %v", scheme, err)
		}
		copyFiles(t, good, files)
		_, err := prove(t, scheme, files)
		check(t, err)
	}
}

// TestProve: a program's own key is read, attached and proved with.
func TestProve(t *testing.T) {
	files := newFiles(t)
	write(t, "Groth16", files)
	s, err := loadGroth16(files)
	check(t, err)
	file, err := os.Create(files.Key)
	check(t, err)
	_, err = s.pk.WriteTo(file)
	check(t, errors.Join(err, file.Close()))
	pk := groth16.NewProvingKey(ecc.BN254)
	check(t, ReadKey(files.Key, pk))
	check(t, Attach(files.Key, pk, s.ccs))
	if _, err = Prove(s.ccs, pk, assign(t, 15)); err != nil {
		t.Error(err)
	}
	if _, err := Prove(s.ccs, pk, assign(t, 16)); err == nil || ReadKey(files.Circuit, pk) == nil {
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

	files := newFiles(t)
	write(t, "Groth16", files)
	circuit, err := os.ReadFile(files.Circuit)
	check(t, err)
	copy(circuit, "\x80\x00\x00\x00\x00\x00\x00\x80")
	check(t, os.WriteFile(files.Circuit, circuit, 0o600))
	if err := Read(files.Circuit, groth16.NewCS(ecc.BN254)); !errors.Is(err, ErrLength) {
		t.Error(err)
	}
}
