package group

import (
	"github.com/consensys/gnark-crypto/ecc"
)

// sumsOverParts returns for each vector the sum over all parts. The devices compute at the same
// time.
func (b *Bases[P, E]) sumsOverParts(
	from int, vectors [][]E, config ecc.MultiExpConfig,
) ([]P, error) {
	parts, most := make([]Part, len(b.parts)), 0
	for k, p := range b.parts {
		parts[k] = p.Part
	}
	for _, v := range vectors {
		most = max(most, len(v))
	}
	some := make([][]P, len(parts))
	err := b.set.Together(parts, most == b.Len(), func(k int) (err error) {
		some[k], err = b.sumsWithin(&b.parts[k], from, vectors, config)
		return err
	})
	if err != nil {
		return nil, err
	}
	sums := make([]P, len(vectors))
	for _, part := range some {
		for i := range part {
			b.group.host.Add(&sums[i], &sums[i], &part[i])
		}
	}
	return sums, nil
}

// sumsWithin returns the sums over a part's bases, with those scalars that meet them. There are
// none if no scalar meets any.
func (b *Bases[P, E]) sumsWithin(
	p *part, from int, vectors [][]E, config ecc.MultiExpConfig,
) ([]P, error) {
	begin := max(from, p.From)
	met := make([][]E, 0, len(vectors))
	at := make([]int, 0, len(vectors)) // their places among the vectors
	for i, v := range vectors {
		if end := min(from+len(v), p.To); begin < end {
			met, at = append(met, v[begin-from:end-from]), append(at, i)
		}
	}
	if len(met) == 0 {
		return nil, nil
	}
	some, err := b.sumsOver(p, begin-p.From, met, config)
	if err != nil {
		return nil, err
	}
	sums := make([]P, len(vectors))
	for k, i := range at {
		sums[i] = some[k]
	}
	return sums, nil
}
