package keyfile

import (
	"cmp"
	"io"

	"github.com/gnark-accel/gnark-accel/internal/prepared"
)

// Prepared is one of gnark's keys K as a prepared folder has it.
type Prepared[K any] struct {
	Key    K
	Domain []byte // as in gnark's file; its tables are computed as fast as they are read
	Bytes  int64  // of the key's file
}

// Read takes a key from a folder, by the digest of its file, or else has it read. Keep, which is
// nil for a key from the folder, keeps it there. Beside runs while the folder's points are read.
func (p *Prepared[K]) Read(
	folder *prepared.Folder, kind string, from io.Reader, beside func() error,
	read func(io.Reader) (int64, error),
) (keep func(), err error) {
	source, err := prepared.OfFile(from)
	if err != nil {
		return nil, err
	}
	if folder.Load(kind, source.Digest, p, beside) {
		return nil, source.Leave(p.Bytes)
	}
	*p = Prepared[K]{}
	p.Bytes, err = read(source)
	left := source.Leave(p.Bytes)
	return func() { source.Save(folder, kind, p) }, cmp.Or(err, left)
}
