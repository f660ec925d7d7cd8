package cuda

// DomainBytes is the device memory that the tables of a domain of 2^log elements take, with those of so many cosets, each
// for transforms in both directions.
func DomainBytes(f *Field, log, cosets int) uint64 {
	return uint64((tableCount(log) + 2*cosets*powerCount(log)) * f.ElementBytes())
}

// tableCount is the number of elements in a domain's tables: the twiddles, the powers of the generator, and 1/n.
func tableCount(log int) int { return 1<<log/2 + powerCount(log) + 1 }

// powerCount is the length of both tables of powers together.
func powerCount(log int) int { return 1<<smallBits(log) + 1<<(log-smallBits(log)) }

// smallBits is log₂ of the length of the smaller table of powers (kernels/ntt/powers.cuh).
func smallBits(log int) int { return log / 2 }
