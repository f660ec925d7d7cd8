package cuda

// What a block of the transforms' kernels holds, as compiled (kernels/ntt/transform.cuh).
const (
	tileBits         = 10
	transformThreads = 256
	powerThreads     = 128
	// mostLevels of a pass whose rows are apart: the tile then holds four neighbouring columns, 128 bytes of most fields.
	mostLevels = tileBits - 2
	// largestDomain is log₂ of the largest size: three passes, two of them with two columns a tile.
	largestDomain = 28
)

// passes splits the levels of a transform of size 2^log into passes over device memory, as few as the size allows: from
// the pass whose rows are farthest apart to the one whose rows are neighbours, which may fill the tile. All but the last do
// an even number of levels, because the kernels do two at a time.
func passes(log int) []int {
	if log <= tileBits {
		return []int{log}
	}
	count, most := 1+ceilDiv(log-tileBits, mostLevels), mostLevels
	if log > tileBits+2*mostLevels {
		count, most = 3, mostLevels+1
	}
	levels := make([]int, count)
	for i := range count - 1 {
		levels[i] = min(most, (log/(count-i)+1)&^1)
		if log > tileBits+2*mostLevels {
			levels[i] = most
		}
		log -= levels[i]
	}
	levels[count-1] = log
	return levels
}
