package hookstest

import (
	"bytes"
	"crypto/rand"
	"crypto/sha256"
	"io"
	"strings"
	"sync"
	"testing"

	"github.com/consensys/gnark/backend"
)

// Randomness returns a source of bytes that are the same every time.
func Randomness(seed string) io.Reader { return &counter{seed: seed} }

// stream replaces the system's randomness, until restore is called, with one that begins the same
// every time.
func stream(seed string) (restore func()) {
	system := rand.Reader
	rand.Reader = Randomness(seed)
	return func() { rand.Reader = system }
}

// counter is SHA-256 in counter mode.
type counter struct {
	mu   sync.Mutex
	seed string
	n    int
	rest []byte
}

func (c *counter) Read(p []byte) (int, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for len(c.rest) < len(p) {
		block := sha256.Sum256([]byte(c.seed + strings.Repeat("+", c.n)))
		c.rest = append(c.rest, block[:]...)
		c.n++
	}
	copy(p, c.rest)
	c.rest = c.rest[len(p):]
	return len(p), nil
}

// Constant replaces the system's randomness by one value until restore is called. All draws are
// equal then.
func Constant(seed string) (restore func()) {
	system := rand.Reader
	rand.Reader = repeated(sha256.Sum256([]byte(seed)))
	return func() { rand.Reader = system }
}

type repeated [32]byte

// Read gives a number below every field's modulus, at whichever end its highest byte stands. Others
// are drawn again.
func (r repeated) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = r[i%len(r)]
	}
	p[0], p[len(p)-1] = 0, 0
	return len(p), nil
}

// failing is a source of randomness that has none.
type failing struct{ err error }

func (r failing) Read([]byte) (int, error) { return 0, r.err }

// Fixed makes a proof from randomness that is the same every time.
func (s *Scheme[PK, VK, P]) Fixed(
	t *testing.T, prover Prover[PK, P], i *Instance[PK, VK], opts ...backend.ProverOption,
) P {
	t.Helper()
	if s.DrawsConcurrently && len(i.CCS.GetCommitments().CommitmentIndexes()) > 0 {
		defer Constant(i.Name)()
	} else {
		defer stream(i.Name)()
	}
	proof, err := prover(i.CCS, i.PK, i.Full, opts...)
	if err != nil {
		t.Fatal(err)
	}
	return proof
}

// Raw returns the bytes of a proof.
func (s *Scheme[PK, VK, P]) Raw(t *testing.T, proof P) []byte {
	t.Helper()
	var b bytes.Buffer
	if _, err := proof.WriteRawTo(&b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// WantGnarksProof makes a proof with both provers, from the same randomness, and verifies it.
func (s *Scheme[PK, VK, P]) WantGnarksProof(
	t *testing.T, i *Instance[PK, VK], opts ...backend.ProverOption,
) {
	t.Helper()
	want, got := s.Fixed(t, s.Gnark, i, opts...), s.Fixed(t, s.Accelerated, i, opts...)
	if !bytes.Equal(s.Raw(t, got), s.Raw(t, want)) {
		t.Errorf("not gnark's proof:\n%x\n%x", s.Raw(t, got), s.Raw(t, want))
	}
	s.WantVerified(t, i, got)
}
