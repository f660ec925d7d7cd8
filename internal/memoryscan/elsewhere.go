package memoryscan

import (
	"encoding/binary"
	"encoding/json"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// elsewhereVariable tells a process to compute the secrets of a test, and to end.
const elsewhereVariable = "GNARK_ACCEL_SECRETS_ELSEWHERE"

// Secret is a number: Words are its words as the program computes with it, and Bytes are those of
// the number, big-endian.
type Secret struct {
	Name  string
	Words []uint64
	Bytes []byte
}

// Elsewhere returns the secrets of a test in all their forms. Another process computes them: the
// same test, which calls Elsewhere, too.
func Elsewhere(t testing.TB, secrets func() []Secret) (all []Needle) {
	t.Helper()
	if os.Getenv(elsewhereVariable) != "" {
		for _, s := range secrets() {
			all = append(all, s.needles()...)
		}
		if err := json.NewEncoder(os.Stdout).Encode(all); err != nil {
			t.Fatal(err)
		}
		os.Exit(0)
	}
	test := "^" + strings.ReplaceAll(t.Name(), "/", "$/^") + "$"
	other := exec.Command(os.Args[0], "-test.run", test)
	other.Env = append(os.Environ(), elsewhereVariable+"=1")
	out, err := other.Output()
	if err == nil {
		err = json.Unmarshal(out, &all)
	}
	if err != nil || len(all) == 0 {
		t.Fatalf("%v: %s", err, out)
	}
	return all
}

// needles are the forms of a secret: its words, and its number with the lowest or the highest byte
// first.
func (s *Secret) needles() []Needle {
	upwards := slices.Clone(s.Bytes)
	slices.Reverse(upwards)
	return []Needle{
		disguised(s.Name, s.Words),
		disguised(s.Name+" as a number", words(upwards)),
		disguised(s.Name+" in bytes", words(s.Bytes)),
	}
}

func disguised(name string, words []uint64) Needle {
	n := Needle{Name: name}
	for _, word := range words {
		n.Masked = append(n.Masked, word^mask)
	}
	return n
}

func words(b []byte) (all []uint64) {
	for word := range slices.Chunk(b, 8) {
		all = append(all, binary.LittleEndian.Uint64(word))
	}
	return all
}

// Forgetful is a source of bytes that begin the same every time. It keeps none of them.
type Forgetful struct{ n uint64 }

// Read fills p.
func (f *Forgetful) Read(p []byte) (int, error) {
	for i := range p {
		f.n++
		x := f.n * 0x9e3779b97f4a7c15
		x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
		x = (x ^ x>>27) * 0x94d049bb133111eb
		p[i] = byte(x >> 56)
	}
	return len(p), nil
}

// WantNone looks for needles in memory, and fails the test if there are any. It
// makes sure that it finds what is there.
func WantNone(t testing.TB, needles []Needle) {
	t.Helper()
	if found := Look(t, needles); len(found) > 0 {
		t.Errorf("left in memory:\n%s", strings.Join(found, "\n"))
	}
	planted := needles[0].Plant()
	if found := Look(t, needles[:1]); len(found) == 0 {
		t.Error("what is in memory is not found")
	}
	clear(planted)
}
