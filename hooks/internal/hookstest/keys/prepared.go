package keys

import (
	"bytes"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/consensys/gnark/backend"
	"github.com/consensys/gnark/logger"
	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/hooks/internal/hookstest"
	"github.com/gnark-accel/gnark-accel/hooks/internal/hookstest/circuits"
	"github.com/gnark-accel/gnark-accel/hooks/solve"
	"github.com/gnark-accel/gnark-accel/internal/tests/devicetest"
	"github.com/gnark-accel/gnark-accel/internal/tests/logbook"
)

// program is a process with a prepared folder: it reads a circuit and a key from gnark's files into
// objects of its own, and proves.
type program[PK hookstest.ProvingKey, VK any, P hookstest.Proof, O any] struct {
	*Attaching[PK, VK, P, O]
	i           *hookstest.Instance[PK, VK]
	engine      *accel.Engine
	system, key []byte
	opts        []backend.ProverOption
}

func (a *Attaching[PK, VK, P, O]) program(
	t *testing.T, example circuits.Example, opts ...backend.ProverOption,
) *program[PK, VK, P, O] {
	p := &program[PK, VK, P, O]{
		Attaching: a, i: a.Make(t, example), engine: hookstest.Engine(t), opts: opts,
	}
	p.system, p.key = devicetest.Written(t, p.i.CCS.WriteTo), raw(t, p.i.PK)
	return p
}

// run returns the fate of the folder and of its files, in alphabetical order.
func (p *program[PK, VK, P, O]) run(t *testing.T, path string) (messages []string) {
	t.Helper()
	var book logbook.Book
	defer logger.Set(logger.Logger())
	logger.Set(book.Logger())
	later := *p.i
	later.CCS, later.PK = p.NewSystem(ecc.BN254), p.New(ecc.BN254)
	n, err := solve.ReadSystem(path, bytes.NewReader(p.system), later.CCS)
	if err != nil || n != int64(len(p.system)) {
		t.Fatalf("a system of %d bytes, %v", n, err)
	}
	if !bytes.Equal(devicetest.Written(t, later.CCS.WriteTo), p.system) {
		t.Fatal("another system")
	}
	attaching := append(p.Prepared(later.CCS, later.VK), p.WithFolder(path), p.WithEngine(p.engine),
		p.WithAttached())
	if n, err := p.ReadKey(bytes.NewReader(p.key), later.PK, attaching...); err != nil ||
		n != int64(len(p.key)) || !bytes.Equal(raw(t, later.PK), p.key) {
		t.Fatalf("a key of %d bytes, %v", n, err)
	}
	p.Prove(t, &later, p.opts...)
	devicetest.NoError(t, p.Release(later.PK))
	for _, message := range []string{
		"prepared file", "a prepared file is refused, and made anew",
		"a prepared folder is refused, and keeps nothing",
	} {
		for _, line := range book.Entries(message) {
			messages = append(messages, line["prepared"].(string))
		}
	}
	slices.Sort(messages)
	return messages
}

// wants runs the program with a folder, and says where its messages are others.
func (p *program[PK, VK, P, O]) wants(t *testing.T, path, when string, want ...string) {
	t.Helper()
	if got := p.run(t, path); !slices.Equal(got, want) {
		t.Fatalf("%s: %v, expected %v", when, got, want)
	}
}

// Kept prepares keys and circuits in a folder, and finds them as later processes do. Then each of n
// files is damaged: it is made anew, and no proof is wrong.
func (a *Attaching[PK, VK, P, O]) Kept(
	t *testing.T, example circuits.Example, nbFiles int, opts ...backend.ProverOption,
) {
	p, path := a.program(t, example, opts...), filepath.Join(t.TempDir(), "kept")
	p.wants(t, path, "at first", slices.Repeat([]string{"made"}, nbFiles)...)
	p.wants(t, path, "later", slices.Repeat([]string{"used"}, nbFiles)...)
	changed := append([]string{"made", "refused"}, slices.Repeat([]string{"used"}, nbFiles-1)...)
	files := filesOf(t, path, nbFiles)
	random := rand.New(rand.NewPCG(1, 2))
	for k := range rounds(nbFiles) {
		file := files[k%nbFiles]
		damage(t, random, file, files[(k+1)%nbFiles])
		p.wants(t, path, file, changed...)
	}
}

// filesOf returns the files of a folder, which must be n.
func filesOf(t *testing.T, folder string, n int) []string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(folder, "*"))
	if err != nil || len(files) != n {
		t.Fatalf("%v, %v", files, err)
	}
	return files
}

// rounds make a thousand in long runs, and few in short ones.
func rounds(short int) int {
	switch {
	case devicetest.Thorough(false):
		return 1000
	case testing.Short():
		return short
	}
	return 30
}

// damage flips a bit of a file, cuts it, or replaces it by another one.
func damage(t *testing.T, random *rand.Rand, file, other string) {
	t.Helper()
	content, err := os.ReadFile(file)
	devicetest.NoError(t, err)
	switch random.IntN(4) {
	case 0:
		content = content[:random.IntN(len(content))]
	case 1:
		content, err = os.ReadFile(other)
	default:
		content[random.IntN(len(content))] ^= 1 << random.IntN(8)
	}
	if err == nil {
		err = os.WriteFile(file, content, 0o600)
	}
	devicetest.NoError(t, err)
}
