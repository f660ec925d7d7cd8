package curve

import "io"

// Format is how gnark-crypto writes points of a group.
type Format[P any] struct {
	Compressed, Raw int // bytes of a point
	Flags
	// X sets x of a point from its bytes, big-endian and without flags.
	X func(p *P, x []byte) error
	// Decode is gnark-crypto's decoder with its checks, and Unchecked lacks checks of subgroups.
	Decode, Unchecked Decoder
}

// Decoder reads a value into a pointer's target, and returns the number of bytes.
type Decoder func(r io.Reader, to any) (int64, error)

// FormatOf returns a group's format. It takes gnark-crypto's decoder of the curve, the option
// without checks of subgroups, and the function X. [GroupOf] counts the bytes.
func FormatOf[P, O any, D decoder](
	flags Flags, open func(io.Reader, ...O) D, unchecked func() O, x func(p *P, x []byte) error,
) Format[P] {
	return Format[P]{
		Flags: flags, X: x, Decode: decoderOf(open), Unchecked: decoderOf(open, unchecked()),
	}
}

type decoder interface {
	Decode(to any) error
	BytesRead() int64
}

// decoderOf returns the decoder of a curve, with options.
func decoderOf[O any, D decoder](open func(io.Reader, ...O) D, options ...O) Decoder {
	return func(r io.Reader, to any) (int64, error) {
		d := open(r, options...)
		err := d.Decode(to)
		return d.BytesRead(), err
	}
}

// Flags are the highest bits of a point.
type Flags struct{ Mask, Smallest, Largest, Infinity, RawInfinity byte }

// ThreeBits are the flags of most curves. TwoBits are for curves whose coordinates leave no third
// bit.
var (
	ThreeBits = Flags{0b111 << 5, 0b100 << 5, 0b101 << 5, 0b110 << 5, 0b010 << 5}
	TwoBits   = Flags{0b11 << 6, 0b10 << 6, 0b11 << 6, 0b01 << 6, 0}
)

// Compresses says whether a point with this first byte is compressed.
func (f *Flags) Compresses(first byte) bool {
	flag := first & f.Mask
	return flag == f.Smallest || flag == f.Largest || flag == f.Infinity
}
