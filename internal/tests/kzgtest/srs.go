package kzgtest

import (
	"hash"

	"github.com/gnark-accel/gnark-accel/accel"
)

// Functions are gnark-crypto's over an SRS, which has a key to prove with and one to verify with.
type Functions[E, D, O, B, PK, VK any] struct {
	Commit    func(p []E, pk PK, tasks ...int) (D, error)
	Open      func(p []E, point E, pk PK) (O, error)
	BatchOpen func(polynomials [][]E, digests []D, point E, hf hash.Hash, pk PK,
		data ...[]byte) (B, error)
	Verify      func(digest *D, proof *O, point E, vk VK) error
	BatchVerify func(digests []D, proof *B, point E, hf hash.Hash, vk VK, data ...[]byte) error
	// Lagrange returns the Lagrange form of the first n points.
	Lagrange func(pk PK, n int) (PK, error)
	// Load is the package's function.
	Load func(e *accel.Engine, pk PK) (Key[E, D, O, B], error)
}

// Over returns the scheme over an SRS.
func (f *Functions[E, D, O, B, PK, VK]) Over(pk PK, vk VK) SRS[E, D, O, B] {
	return &srs[E, D, O, B, PK, VK]{f, pk, vk}
}

type srs[E, D, O, B, PK, VK any] struct {
	functions *Functions[E, D, O, B, PK, VK]
	pk        PK
	vk        VK
}

func (s *srs[E, D, O, B, PK, VK]) Commit(p []E) (D, error) { return s.functions.Commit(p, s.pk) }

func (s *srs[E, D, O, B, PK, VK]) Open(p []E, point E) (O, error) {
	return s.functions.Open(p, point, s.pk)
}

func (s *srs[E, D, O, B, PK, VK]) BatchOpenSinglePoint(
	polynomials [][]E, digests []D, point E, hf hash.Hash, data ...[]byte,
) (B, error) {
	return s.functions.BatchOpen(polynomials, digests, point, hf, s.pk, data...)
}

func (s *srs[E, D, O, B, PK, VK]) Verify(digest *D, proof *O, point E) error {
	return s.functions.Verify(digest, proof, point, s.vk)
}

func (s *srs[E, D, O, B, PK, VK]) BatchVerifySinglePoint(
	digests []D, proof *B, point E, hf hash.Hash, data ...[]byte,
) error {
	return s.functions.BatchVerify(digests, proof, point, hf, s.vk, data...)
}

func (s *srs[E, D, O, B, PK, VK]) Lagrange(n int) (SRS[E, D, O, B], error) {
	pk, err := s.functions.Lagrange(s.pk, n)
	return s.functions.Over(pk, s.vk), err
}

func (s *srs[E, D, O, B, PK, VK]) Load(e *accel.Engine) (Key[E, D, O, B], error) {
	return s.functions.Load(e, s.pk)
}
