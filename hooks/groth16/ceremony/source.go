package ceremony

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	"github.com/gnark-accel/gnark-accel/internal/engine"
)

// source is a file that is being read, up to its first error.
type source struct {
	io.Reader
	err error
}

// Points stand in the files one by one, or as a vector with its length in four bytes before it.

// header is the length of a vector.
func header(n int) []byte { return binary.BigEndian.AppendUint32(nil, uint32(n)) }

// readPoints reads n points that stand one by one, with all checks. It puts them behind first.
func readPoints[P, E any](g *engine.Group[P, E], from *source, n int, first ...P) (points []P) {
	if from.err != nil {
		return nil
	}
	_, err := g.Decode(io.MultiReader(bytes.NewReader(header(n)), from), &points, nil)
	if errors.Is(err, io.EOF) {
		err = io.ErrUnexpectedEOF
	}
	from.err = err
	return append(first, points...)
}

func readPoint[P, E any](g *engine.Group[P, E], from *source, to *P) {
	if from.err == nil {
		_, from.err = g.Decoder()(from, to)
	}
}

// readVector reads a vector of points with its length, with all checks.
func readVector[P, E any](g *engine.Group[P, E], from *source, to *[]P) {
	if from.err == nil {
		_, from.err = g.Decode(from, to, nil)
	}
}

func (s *source) proofs(n int, empty func() proof) []proof {
	all := make([]proof, n)
	for i := range all {
		if all[i] = empty(); s.err != nil {
			continue
		}
		if _, err := all[i].ReadFrom(s); err != nil {
			s.err = fmt.Errorf("proof %d: %w", i, err)
		}
	}
	return all
}

// bytes reads n bytes, which are zero after an error.
func (s *source) bytes(n int) []byte {
	b := make([]byte, n)
	if s.err == nil {
		_, s.err = io.ReadFull(s, b)
	}
	return b
}

// challenge reads a hash with its length.
func (s *source) challenge() []byte { return s.bytes(int(s.bytes(1)[0])) }
