package ceremony

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	"github.com/gnark-accel/gnark-accel/hooks/internal/algebra"
	"github.com/gnark-accel/gnark-accel/internal/multiexp"
	"github.com/gnark-accel/gnark-accel/internal/parallel"
)

// Points stand in the files one by one, or as a vector with its length in four bytes before it.

// header is the length of a vector.
func header(n int) []byte { return binary.BigEndian.AppendUint32(nil, uint32(n)) }

// readPoints reads n points that stand one by one, with all checks.
func readPoints[P, E any](g *multiexp.Group[P, E], from io.Reader, n int) (points []P, err error) {
	_, err = g.Decode(io.MultiReader(bytes.NewReader(header(n)), from), &points, nil)
	if errors.Is(err, io.EOF) {
		err = io.ErrUnexpectedEOF
	}
	return points, err
}

// readPoint reads a point.
func readPoint[P, E any](g *multiexp.Group[P, E], from io.Reader, to *P) error {
	_, err := g.Decoder()(from, to)
	return err
}

// readVector reads a vector of points with its length, with all checks.
func readVector[P, E any](g *multiexp.Group[P, E], from io.Reader, to *[]P) error {
	_, err := g.Decode(from, to, nil)
	return err
}

// file is a file that is being written.
type file struct {
	newEncoder func(io.Writer) encoder
	bytes.Buffer
	err error
}

// encode writes a value as gnark-crypto does.
func (f *file) encode(value any) {
	if f.err == nil {
		f.err = f.newEncoder(f).Encode(value)
	}
}

// proof writes a proof.
func (f *file) proof(p proof) {
	if f.err == nil {
		_, f.err = p.WriteTo(f)
	}
}

// challenge writes the hash of the contribution before, which the first one lacks.
func (f *file) challenge(c []byte) {
	f.WriteByte(byte(len(c)))
	f.Write(c)
}

// readChallenge reads what challenge wrote.
func readChallenge(from io.Reader) ([]byte, error) {
	var n [1]byte
	if _, err := io.ReadFull(from, n[:]); err != nil || n[0] == 0 {
		return nil, err
	}
	c := make([]byte, n[0])
	_, err := io.ReadFull(from, c)
	return c, err
}

// points writes points one by one. All processors encode them.
func points[P any](f *file, all []P) {
	const some = 1 << 12
	parts := make([]bytes.Buffer, parallel.CountChunks(len(all), some))
	failed := make([]error, len(parts))
	parallel.EachChunk(len(all), some, func(i, from, to int) {
		failed[i] = f.newEncoder(&parts[i]).Encode(all[from:to])
		parts[i].Next(len(header(0)))
	})
	f.err = errors.Join(f.err, errors.Join(failed...))
	for i := range parts {
		f.Write(parts[i].Bytes())
	}
}

// vector writes a vector of points with its length.
func vector[P any](f *file, all []P) {
	f.Write(header(len(all)))
	points(f, all)
}

// hash is that of a file, if it was made. It is the challenge of the contribution that follows.
func (f *file) hash() ([]byte, error) {
	sum := sha256.Sum256(f.Bytes())
	return sum[:], f.err
}

// write writes the file, if it was made.
func (f *file) write(to io.Writer) error {
	if f.err != nil {
		return f.err
	}
	_, err := to.Write(f.Bytes())
	return err
}

// newFile begins a file.
func (c *curve[P1, P2, E, S]) newFile() *file { return &file{newEncoder: c.newEncoder} }

// readProofs reads proofs.
func (c *curve[P1, P2, E, S]) readProofs(from io.Reader, proofs []proof) error {
	for i := range proofs {
		proofs[i] = c.newProof()
		if _, err := proofs[i].ReadFrom(from); err != nil {
			return fmt.Errorf("proof %d: %w", i, err)
		}
	}
	return nil
}

// condensed is the sum over points with the powers of a random number.
func condensed[P, E any, S algebra.Scalar[E]](
	g *multiexp.Group[P, E], points []P, powers []E,
) (P, error) {
	sum, err := g.MultiExp(points, powers[:len(points)], settings)
	if err != nil {
		var none P
		return none, err
	}
	return *sum, nil
}
