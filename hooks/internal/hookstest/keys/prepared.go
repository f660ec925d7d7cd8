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
	"github.com/gnark-accel/gnark-accel/examples/circuits/logbook"
	"github.com/gnark-accel/gnark-accel/hooks/internal/hookstest"
	"github.com/gnark-accel/gnark-accel/hooks/internal/hookstest/circuits"
	"github.com/gnark-accel/gnark-accel/hooks/solve"
)

// Kept prepares keys and circuits in a folder, and finds them there as a later process does: with
// objects of its own. Then each of so many files is damaged: it is made anew, and no
// proof is wrong.
func (a *Attaching[PK, VK, P, O]) Kept(
	t *testing.T, example circuits.Example, nbFiles int, opts ...backend.ProverOption,
) {
	i, e, path := a.Make(t, example), hookstest.Engine(t), filepath.Join(t.TempDir(), "kept")
	var system bytes.Buffer
	if _, err := i.CCS.WriteTo(&system); err != nil {
		t.Fatal(err)
	}
	key := raw(t, i.PK)
	defer logger.Set(logger.Logger())
	round := func() (messages []string) {
		var book logbook.Book
		logger.Set(book.Logger())
		later := *i
		later.CCS, later.PK = a.NewSystem(ecc.BN254), a.New(ecc.BN254)
		n, err := solve.ReadSystem(path, bytes.NewReader(system.Bytes()), later.CCS)
		if err != nil || n != int64(system.Len()) {
			t.Fatalf("a system of %d bytes, %v", n, err)
		}
		attaching := append(a.Prepared(later.CCS, later.VK), a.WithFolder(path), a.WithEngine(e),
			a.WithAttached())
		if n, err := a.ReadKey(bytes.NewReader(key), later.PK, attaching...); err != nil ||
			n != int64(len(key)) || !bytes.Equal(raw(t, later.PK), key) {
			t.Fatalf("a key of %d bytes, %v", n, err)
		}
		a.Prove(t, &later, opts...)
		if err := a.Release(later.PK); err != nil {
			t.Error(err)
		}
		for _, message := range []string{
			"prepared file", "a prepared file is refused, and made anew",
		} {
			for _, line := range book.Entries(message) {
				messages = append(messages, line["prepared"].(string))
			}
		}
		return messages
	}
	want := func(when string, got, want []string) {
		t.Helper()
		slices.Sort(got)
		if !slices.Equal(got, want) {
			t.Fatalf("%s: %v, expected %v", when, got, want)
		}
	}
	want("at first", round(), slices.Repeat([]string{"made"}, nbFiles))
	want("later", round(), slices.Repeat([]string{"used"}, nbFiles))
	changed := append([]string{"made", "refused"}, slices.Repeat([]string{"used"}, nbFiles-1)...)
	files, err := filepath.Glob(filepath.Join(path, "*"))
	if err != nil || len(files) != nbFiles {
		t.Fatalf("%v, %v", files, err)
	}
	random, rounds := rand.New(rand.NewPCG(1, 2)), 30
	switch {
	case os.Getenv("GNARK_ACCEL_LONG") == "1":
		rounds = 1000
	case testing.Short():
		rounds = nbFiles
	}
	for k := range rounds {
		file := files[k%nbFiles]
		damage(t, random, file, files[(k+1)%nbFiles])
		want(file, round(), changed)
	}
}

// damage flips a bit of a file, cuts it, or puts another one in its place.
func damage(t *testing.T, random *rand.Rand, file, other string) {
	t.Helper()
	content, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
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
	if err != nil {
		t.Fatal(err)
	}
}
