package plan

// wordBytes is the size of the words by which kernels move points.
const wordBytes = 16

// Places is where affine points lie in memory, in words of 16 bytes (kernels/msm/points.cuh). Point
// i begins with x, at word i·Point. Its y begins Y words behind. Neighbouring words of a coordinate
// lie Word apart.
type Places struct{ Point, Y, Word uint32 }

// Packed has coordinates side by side, as gnark-crypto has them.
func (g *Group) Packed() Places {
	words := g.coordinateWords()
	return Places{Point: 2 * words, Y: words, Word: 1}
}

// Planes has a plane of n points for each word of a point.
func (g *Group) Planes(n int) Places {
	return Places{Point: 1, Y: g.coordinateWords() * uint32(n), Word: uint32(n)}
}

func (g *Group) coordinateWords() uint32 { return uint32(8 * g.CoordinateLimbs / wordBytes) }
