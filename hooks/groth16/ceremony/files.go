package ceremony

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"io"

	"github.com/gnark-accel/gnark-accel/internal/parallel"
)

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

func (f *file) proofs(all []proof) {
	for _, p := range all {
		if f.err == nil {
			_, f.err = p.WriteTo(f)
		}
	}
}

// challenge writes a hash with its length.
func (f *file) challenge(c []byte) {
	f.WriteByte(byte(len(c)))
	f.Write(c)
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

// send writes the file, if it was made.
func (f *file) send(to io.Writer) error {
	if f.err != nil {
		return f.err
	}
	_, err := to.Write(f.Bytes())
	return err
}

func (c *over[P1, P2, E]) newFile() *file { return &file{newEncoder: c.newEncoder} }
