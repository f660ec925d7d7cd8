package protocol

import (
	"errors"
	"fmt"
	"math/big"
	"slices"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/consensys/gnark/constraint"
	"github.com/gnark-accel/gnark-accel/hooks/internal/proof"
	"github.com/gnark-accel/gnark-accel/internal/poly"
)

// foldingTag separates the challenge that folds proofs of knowledge from other hashes.
const foldingTag = "G16-BSB22"

// committer computes the circuit's Pedersen commitments while the solver runs.
type committer[P1, P2, E comparable] struct {
	infos     constraint.Groth16Commitments
	curve     *Curve[P1, P2, E]
	sum       func(i int, values []E) (P1, error) // over the basis of a commitment
	toField   *proof.Hash[E]
	committed func(i int, values []E) // is told of private values; or nil
	points    []P1                    // the commitments, each set by its hint
}

// newCommitter returns the committer for a solution of the witness.
func (p *proving[P1, P2, E]) newCommitter() *committer[P1, P2, E] {
	infos := p.system.Commitments
	c := &committer[P1, P2, E]{
		infos:   infos,
		curve:   &p.over.Curve,
		sum:     func(i int, values []E) (P1, error) { return p.attachment.commit(i, values) },
		toField: proof.NewHash(p.over.Field, p.HashToFieldFn, constraint.CommitmentDst),
		points:  make([]P1, len(infos)),
	}
	if p.Unproved {
		c.sum = p.sumOnCPU
	}
	return c
}

// sumOnCPU is a commitment that no proof has.
func (p *proving[P1, P2, E]) sumOnCPU(i int, values []E) (sum P1, err error) {
	basis := p.key.Commitments[i].Basis
	_, err = p.over.G1.MultiExp(&sum, basis, values, ecc.MultiExpConfig{})
	return sum, err
}

// commit computes one commitment, and returns its hash. Its inputs are the commitment's index, then
// the values that are only hashed (public ones and earlier commitments), then the private ones.
func (c *committer[P1, P2, E]) commit(inputs []E) (digest E, err error) {
	i, inputs := proof.Numbered(c.curve.Field, inputs, len(c.infos))
	if i < 0 {
		return digest, fmt.Errorf("%w: a commitment that the system does not list", ErrInvalidInput)
	}
	nbHashed := len(c.infos[i].PublicAndCommitmentCommitted)
	if len(inputs) != nbHashed+len(c.infos[i].PrivateCommitted) {
		return digest, fmt.Errorf("%w: commitment %d to %d values", ErrInvalidInput, i, len(inputs))
	}
	hashed, values := inputs[:nbHashed], inputs[nbHashed:]
	point, err := c.sum(i, values)
	if err != nil {
		return digest, fmt.Errorf("commitment %d: %w", i, err)
	}
	c.points[i] = point
	if c.committed != nil {
		c.committed(i, values)
	}
	return c.digest(&point, hashed), nil
}

// digest returns the hash of a commitment, together with the values that are only hashed.
func (c *committer[P1, P2, E]) digest(point *P1, values []E) E {
	hashed := make([]*big.Int, len(values))
	for j := range hashed {
		hashed[j] = c.curve.Field.BigInt(&values[j], new(big.Int))
	}
	marshalled := c.curve.G1.Marshal(point)
	bytes := (c.curve.Field.Bits-1)/8 + 1
	return c.toField.Sum(constraint.SerializeCommitment(marshalled, hashed, bytes))
}

var errOtherHash = errors.New("a commitment was made with another key, or another hash")

// commitAnew computes the commitments from the wires, of which at returns the values. A solution
// has the commitments' hashes among its wires. They show whether the commitments are another key's.
func (c *committer[P1, P2, E]) commitAnew(at func(wire int) E) error {
	for i, info := range c.infos {
		inputs := make([]E, 1)
		c.curve.Field.SetUint64(&inputs[0], uint64(i))
		committed := slices.Concat(info.PublicAndCommitmentCommitted, info.PrivateCommitted)
		for _, wire := range committed {
			inputs = append(inputs, at(wire))
		}
		hash, err := c.commit(inputs)
		if err != nil {
			return err
		}
		if hash != at(info.CommitmentIndex) {
			return fmt.Errorf("%w: commitment %d", errOtherHash, i)
		}
	}
	return nil
}

// sameHashes returns an error unless a proof's commitments hash to the wires that hold them.
func (c *committer[P1, P2, E]) sameHashes(points []P1, at func(wire int) E) error {
	for i, info := range c.infos {
		var values []E
		for _, wire := range info.PublicAndCommitmentCommitted {
			values = append(values, at(wire))
		}
		if c.digest(&points[i], values) != at(info.CommitmentIndex) {
			return fmt.Errorf("%w: commitment %d", errOtherHash, i)
		}
	}
	return nil
}

// inputs returns the verifier's inputs: the public wires but the constant one, and behind them the
// hashes of commitments. Each hash is of a commitment, and of wires with the given numbers.
func (c *committer[P1, P2, E]) inputs(
	public []E, commitments []P1, committed [][]int,
) ([]E, error) {
	inputs := slices.Clone(public)
	for i, wires := range committed {
		var values []E
		for _, wire := range wires {
			if wire < 1 || wire > len(inputs) {
				return nil, fmt.Errorf("%w: commitment %d to wire %d", ErrKeyMismatch, i, wire)
			}
			values = append(values, inputs[wire-1])
		}
		inputs = append(inputs, c.digest(&commitments[i], values))
	}
	return inputs, nil
}

// fold combines the proofs of knowledge of all commitments into one.
func (c *committer[P1, P2, E]) fold(proofs []P1, at func(wire int) E) (folded P1, err error) {
	switch len(proofs) {
	case 0:
		return folded, nil
	case 1:
		return proofs[0], nil // times the zeroth power
	}
	var hashes []E
	for i := range c.infos {
		hashes = append(hashes, at(c.infos[i].CommitmentIndex))
	}
	powers, err := c.curve.foldingPowers(hashes)
	if err != nil {
		return folded, err
	}
	_, err = c.curve.G1.MultiExp(&folded, proofs, powers, ecc.MultiExpConfig{NbTasks: 1})
	if err != nil {
		return folded, fmt.Errorf("folding the proofs of knowledge: %w", err)
	}
	return folded, nil
}

// foldingPowers returns the powers of the challenge that folds proofs of knowledge. The challenge
// binds the hashes of the commitments.
func (c *Curve[P1, P2, E]) foldingPowers(hashes []E) ([]E, error) {
	var bytes []byte
	for i := range hashes {
		bytes = append(bytes, c.Field.Marshal(&hashes[i])...)
	}
	challenge, err := c.Field.Hash(bytes, []byte(foldingTag), 1)
	if err != nil {
		return nil, fmt.Errorf("challenge of the commitments: %w", err)
	}
	powers := make([]E, len(hashes))
	poly.Powers(c.Field, powers, challenge[0])
	return powers, nil
}
