package plan

import "github.com/gnark-accel/gnark-accel/accel/cuda/kernels"

// Geometry of the transforms' kernels, as compiled (kernels/ntt/transform.cuh).
const (
	// LargestDomain is log₂ of the largest size: three passes, two of them with two columns a tile.
	LargestDomain = 28

	// maxLevels is the largest number of levels of a pass whose rows are apart. The tile then
	// holds four neighbouring columns, 128 bytes of most fields.
	maxLevels = kernels.TileBits - 2
)

// Passes splits the levels of a transform of size 2^log into passes over device memory.
//
// There are as few passes as the size allows, from the one whose rows are farthest apart to the one
// whose rows are neighbours, which may fill the tile. All but the last do an even number of levels,
// because the kernels do two at a time.
func Passes(log int) []int {
	if log <= kernels.TileBits {
		return []int{log}
	}
	count, limit := 1+CeilDiv(log-kernels.TileBits, maxLevels), maxLevels
	if log > kernels.TileBits+2*maxLevels {
		count, limit = 3, maxLevels+1
	}
	levels := make([]int, count)
	for i := range count - 1 {
		levels[i] = min(limit, (log/(count-i)+1)&^1)
		if log > kernels.TileBits+2*maxLevels {
			levels[i] = limit
		}
		log -= levels[i]
	}
	levels[count-1] = log
	return levels
}

// DomainBytes is the device memory of the tables of a domain of 2^log elements. It includes the
// tables of n cosets for transforms in both directions.
func DomainBytes(f *Field, log, n int) uint64 {
	return uint64((TableCount(log) + 2*n*PowerCount(log)) * f.ElementBytes())
}

// TableCount is the number of elements of a domain's tables. They are the twiddles, the powers of
// the generator, and 1/n.
func TableCount(log int) int { return 1<<log/2 + PowerCount(log) + 1 }

// PowerCount is the length of both tables of powers together.
func PowerCount(log int) int { return 1<<SmallBits(log) + 1<<(log-SmallBits(log)) }

// SmallBits is log₂ of the length of the smaller table of powers (kernels/ntt/powers.cuh).
func SmallBits(log int) int { return log / 2 }
