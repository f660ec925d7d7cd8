package keys

import (
	"cmp"

	"github.com/gnark-accel/gnark-accel/internal/engine"
	"github.com/gnark-accel/gnark-accel/internal/prepared"
	"github.com/gnark-accel/gnark-accel/internal/settings"
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

// read takes a key from the settings' folder, or else reads its file. keep writes the key to the
// folder, by the digest of the file, unless it was there.
func (p *Prepared) read(
	s *settings.Settings, f *File, made *engine.Made,
) (pk any, n int64, keep func(), err error) {
	source, err := prepared.OfFile(f.From)
	if err != nil {
		return nil, 0, nil, err
	}
	pk, keep = p.Key, func() {}
	complete := func() error { return f.Complete(p) }
	if !s.Prepared.Load(f.Kind, source.Digest, p.kept, complete) {
		p.clear()
		if pk, p.Bytes, err = f.Read(source, Home(s.Engine), made); err == nil {
			err = f.Shorten(p, pk)
		}
		keep = func() { source.Save(s.Prepared, f.Kind, p.kept) }
	}
	s.KeyFile = source.Unchanged()
	return pk, p.Bytes, keep, cmp.Or(err, source.Leave(p.Bytes))
}
