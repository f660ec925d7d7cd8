package keys

import (
	"cmp"
	"io"

	"github.com/gnark-accel/gnark-accel/internal/prepared"
)

// Prepared is one of gnark's keys as a prepared folder has it. [Type.Prepared] makes it.
type Prepared struct {
	Key any
	*Rest

	kept  any // a *kept of both
	clear func()
}

type kept[K any] struct {
	Key K
	Rest
}

// Rest is the part of a [Prepared] beside the key.
type Rest struct {
	Domain []byte // as in gnark's file; its tables are computed as fast as they are read
	Bytes  int64  // of the key's file
}

// Read takes a key from a folder, by the digest of its file. Otherwise it has the file read. The
// source is the file, under whose digest the folder is to keep the key, unless it was found. Beside
// runs while the folder's points are read.
func (p *Prepared) Read(
	folder *prepared.Folder, kind string, from io.Reader, beside func() error,
	read func(io.Reader) (int64, error),
) (source *prepared.Source, found bool, err error) {
	source, err = prepared.OfFile(from)
	if err != nil {
		return nil, false, err
	}
	if folder.Load(kind, source.Digest, p.kept, beside) {
		return source, true, source.Leave(p.Bytes)
	}
	p.clear()
	p.Bytes, err = read(source)
	return source, false, cmp.Or(err, source.Leave(p.Bytes))
}

// Save keeps the key in a folder, under the digest of its source.
func (p *Prepared) Save(folder *prepared.Folder, kind string, source *prepared.Source) {
	source.Save(folder, kind, p.kept)
}
