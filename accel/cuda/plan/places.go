package plan

// wordBytes is the size of the words by which kernels move points.
const wordBytes = 16

// Places is where affine points lie in memory, in words of 16 bytes (kernels/msm/points.cuh). Point
// i begins with x, at word i·Point. Its y begins Y words behind. Neighbouring words of a coordinate
// lie Word apart.
type Places struct{ Point, Y, Word uint32 }

// Packed has coordinates side by side, as gnark-crypto has them.
func (g *Group) Packed() Places { return oneByOne(g.coordinateWords()) }

// Padded has a gap behind each coordinate, so that it begins at a multiple of a power of two.
func (g *Group) Padded() Places {
	words := uint32(1)
	for words < g.coordinateWords() {
		words *= 2
	}
	return oneByOne(words)
}

// Planes has a plane of n points for each word of a point.
func (g *Group) Planes(n int) Places {
	return Places{Point: 1, Y: g.coordinateWords() * uint32(n), Word: uint32(n)}
}

func oneByOne(words uint32) Places { return Places{Point: 2 * words, Y: words, Word: 1} }

func (g *Group) coordinateWords() uint32 { return uint32(8 * g.CoordinateLimbs / wordBytes) }

// Bytes is the memory of n points that lie one by one.
func (p Places) Bytes(n int) uint64 { return uint64(n) * uint64(p.Point) * wordBytes }
