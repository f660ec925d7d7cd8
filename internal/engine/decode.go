package engine

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"sync/atomic"

	"github.com/gnark-accel/gnark-accel/accel/cuda"
	"github.com/gnark-accel/gnark-accel/internal/curve"
	"github.com/gnark-accel/gnark-accel/internal/parallel"
	"github.com/gnark-accel/gnark-accel/internal/raw"
)

// errAnomaly: gnark-crypto is to read it.
var errAnomaly = errors.New("an unusual vector of points")

// Decode reads a vector of points as gnark-crypto's decoder does, with its checks. It returns the
// number of bytes. The device computes roots and checks points. The processors parse. Where there
// is an error the points stay as they are.
//
// Whatever is not as it should be, in a file or on a device, is read again by gnark-crypto's
// decoder, from the bytes that were read. So the errors are gnark-crypto's, and no device decides
// that a file is broken. Only a file that is too short for its length is not read again, since
// gnark-crypto takes memory by the length.
//
// The device keeps the points in made if it has room.
func (g *Group[P, E]) Decode(r io.Reader, to *[]P, made *Made) (int64, error) {
	if to == nil {
		return 0, ErrNowhere
	}
	p, err := g.Parse(r)
	if err == nil {
		err = g.Check(&p, made)
	}
	if err == nil {
		*to = p.Points
	}
	return p.Bytes, err
}

// Parsed are points that were read from a file. Roots and checks are missing unless it is Checked.
type Parsed[P any] struct {
	Points  []P
	Bytes   int64 // that were read
	Checked bool

	roots []byte
	file  *replayed
}

// Parse is the first half of [Group.Decode], and [Group.Check] the second one. That may run beside
// the Parse of the points behind it in the file. An error comes with the number of bytes.
func (g *Group[P, E]) Parse(r io.Reader) (Parsed[P], error) {
	p := Parsed[P]{file: &replayed{from: r}}
	if err := g.check(); err != nil {
		return p, err
	}
	if r == nil {
		return p, ErrNowhere
	}
	format := (*format[P])(&g.Host.Format)
	count, size, err := format.vector(p.file)
	why := g.engine.Unavailable()
	p.Checked = why != nil && !g.engine.Strict() && !errors.Is(why, ErrClosed) // on the CPU
	if err == nil && !p.Checked {
		p.Points, p.roots, err = g.parse(p.file.read[4:], count, size)
	}
	p.Bytes = int64(len(p.file.read))
	if p.Checked && err == nil || errors.Is(err, errAnomaly) {
		p.Checked = true
		p.Bytes, err = format.Decode(io.MultiReader(bytes.NewReader(p.file.read), r), &p.Points)
	}
	return p, err
}

// Check has the device compute the roots of parsed points, and check them. On an error p has the
// number of bytes up to it.
func (g *Group[P, E]) Check(p *Parsed[P], made *Made) error {
	if p.Checked {
		return nil
	}
	inGroup, err := g.checkPoints(p.Points, p.roots, made)
	if errors.Is(err, ErrOnCPU) || err == nil && !inGroup {
		file := bytes.NewReader(p.file.read)
		p.Bytes, err = g.Host.Format.Decode(file, &p.Points) // in their place
	}
	return err
}

// Decoder is gnark-crypto's decoder of all values over the curve, with its checks.
func (g *Group[P, E]) Decoder() curve.Decoder { return g.Host.Format.Decode }

// ErrNowhere: a reader, or the place for the points, is nil.
var ErrNowhere = errors.New("accel: no reader, or nowhere to put the points")

// format is how gnark-crypto writes points of a group.
type format[P any] curve.Format[P]

// vector reads the bytes of a vector: its number of points, and those, which have one size.
func (f *format[P]) vector(file *replayed) (n, size int, err error) {
	head, err := file.next(4)
	if err != nil {
		return 0, 0, err
	}
	n = int(binary.BigEndian.Uint32(head))
	if n == 0 {
		return 0, 0, errAnomaly
	}
	first, err := file.next(1)
	if err != nil {
		return 0, 0, err
	}
	size = f.Raw
	if f.Compresses(first[0]) {
		size = f.Compressed
	}
	_, err = file.next(n*size - 1)
	switch points := len(file.read) - 4; {
	case err != nil && points >= n*f.Compressed:
		err = errAnomaly // compressed points may follow
	case errors.Is(err, io.ErrUnexpectedEOF) && points%f.Compressed == 0:
		err = io.EOF // gnark-crypto reads points one by one, in such parts
	case errors.Is(err, io.EOF) && points%f.Compressed != 0:
		err = io.ErrUnexpectedEOF
	}
	return n, size, err
}

// parse returns n points, of one size in bytes. If they are compressed it returns the roots that
// they ask for.
func (g *Group[P, E]) parse(all []byte, n, size int) (points []P, roots []byte, err error) {
	f := (*format[P])(&g.Host.Format)
	points = raw.Huge(make([]P, n))
	parse := f.parseRaw
	isCompressed := size == f.Compressed
	if isCompressed {
		roots = raw.Huge(make([]byte, n))
		parse = f.parseCompressed
	}
	var anomaly atomic.Bool
	parallel.Chunks(n, func(from, to int) {
		var some []byte
		if isCompressed {
			some = roots[from:to]
		}
		if !parse(points[from:to], some, all[from*size:to*size]) {
			anomaly.Store(true)
		}
	})
	if anomaly.Load() {
		return nil, nil, errAnomaly
	}
	return points, roots, nil
}

// parseRaw reads points with both coordinates.
func (f *format[P]) parseRaw(points []P, _, from []byte) bool {
	for i := range points {
		if flag := from[i*f.Raw] & f.Mask; flag != 0 && flag != f.RawInfinity {
			return false
		}
	}
	head := binary.BigEndian.AppendUint32(nil, uint32(len(points)))
	part := points
	_, err := f.Unchecked(io.MultiReader(bytes.NewReader(head), bytes.NewReader(from)), &part)
	return err == nil && &part[0] == &points[0]
}

// parseCompressed reads x of each point, and which root y is.
func (f *format[P]) parseCompressed(points []P, roots, from []byte) bool {
	x := make([]byte, f.Compressed)
	for i := range points {
		copy(x, from[i*f.Compressed:])
		flag := x[0] & f.Mask
		x[0] &^= f.Mask
		switch flag {
		case f.Smallest:
			roots[i] = cuda.SmallestRoot
		case f.Largest:
			roots[i] = cuda.LargestRoot
		case f.Infinity:
			if len(bytes.TrimLeft(x, "\x00")) > 0 {
				return false
			}
			continue
		default:
			return false
		}
		if f.X(&points[i], x) != nil {
			return false
		}
	}
	return true
}

// maxRead is the number of bytes that a file is asked for at once.
const maxRead = 64 << 20

// replayed keeps the bytes that it reads.
type replayed struct {
	from io.Reader
	read []byte
}

// next returns the next n bytes. It takes memory for all of them if the reader says that it has so
// many. Otherwise it takes at most four times the memory of the bytes that came, but maxRead at
// least: a damaged length may ask for more than there is.
func (r *replayed) next(n int) ([]byte, error) {
	start := len(r.read)
	for left := n; left > 0; {
		some := min(left, maxRead)
		if cap(r.read)-len(r.read) < some {
			room := min(left, max(maxRead, 3*len(r.read)))
			if from, ok := r.from.(interface{ Len() int }); ok && from.Len() >= left {
				room = left
			}
			r.grow(room)
		}
		at := r.read[len(r.read):][:some]
		k, err := io.ReadFull(r.from, at)
		r.read = r.read[:len(r.read)+k]
		if err != nil {
			return nil, err
		}
		left -= some
	}
	return r.read[start:], nil
}

// grow makes room for n more bytes. Each processor touches a part of it first: the system clears
// pages then, which takes one processor longer than to read them.
func (r *replayed) grow(n int) {
	const page = 4 << 10
	grown := raw.Huge(make([]byte, len(r.read), len(r.read)+n))
	fresh := grown[len(grown):cap(grown)]
	parallel.Chunks(len(fresh)/page, func(from, to int) {
		for i := from; i < to; i++ {
			fresh[i*page] = 0
		}
	})
	copy(grown, r.read)
	r.read = grown
}
