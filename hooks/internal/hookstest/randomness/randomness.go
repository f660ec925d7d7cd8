// Package randomness replaces the system's randomness in tests.
package randomness

import (
	"crypto/rand"
	"crypto/sha256"
	"strings"
	"sync"
)

// Stream replaces the system's randomness, until restore is called. The new one begins the same
// every time.
func Stream(seed string) (restore func()) {
	system := rand.Reader
	rand.Reader = &counter{seed: seed}
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

// Failing is a source of randomness that has none.
type Failing struct{ Err error }

// Read fails.
func (r Failing) Read([]byte) (int, error) { return 0, r.Err }
