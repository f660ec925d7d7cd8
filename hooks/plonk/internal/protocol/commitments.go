package protocol

import (
	"fmt"

	"github.com/consensys/gnark/constraint"
	"github.com/gnark-accel/gnark-accel/hooks/internal/proof"
	"github.com/gnark-accel/gnark-accel/hooks/plonk/internal/system"
	device "github.com/gnark-accel/gnark-accel/internal/plonk"
)

// hashTag separates the hash of commitments from other uses of the hash to field.
const hashTag = "BSB22-Plonk"

// committer computes the circuit's commitments to part of the witness while the solver runs.
type committer[P comparable, E any] struct {
	infos      constraint.PlonkCommitments
	size       int // of the domain
	rows       system.Rows
	attachment *attachment[P, E]
	toField    *proof.Hash[E]

	// All have an entry for each commitment, set by its hint.
	values [][]E // on H: committed values, each in its constraint's row, and blinding
	points []P   // the commitments
	hashes []E   // of the commitments
}

// newCommitter returns the committer for a solution of the witness.
func (p *proving[P, E]) newCommitter() *committer[P, E] {
	infos := p.system.Commitments
	return &committer[P, E]{
		infos:      infos,
		size:       len(p.key.Lagrange),
		rows:       p.system.Rows(),
		attachment: p.attachment,
		toField:    proof.NewHash(p.over.Field, p.HashToFieldFn, hashTag),
		values:     make([][]E, len(infos)),
		points:     make([]P, len(infos)),
		hashes:     make([]E, len(infos)),
	}
}

// commit computes one commitment, and returns its hash. Its inputs are the commitment's index, then
// the committed values.
func (c *committer[P, E]) commit(inputs []E) (hash E, err error) {
	i, inputs := proof.Numbered(c.attachment.Field, inputs, len(c.infos))
	if i < 0 {
		return hash, fmt.Errorf("%w: a commitment that the system does not list", ErrInvalidInput)
	}
	if len(inputs) > len(c.infos[i].Committed) {
		return hash, fmt.Errorf("%w: commitment %d to %d values", ErrInvalidInput, i, len(inputs))
	}
	values, err := c.place(i, inputs)
	if err != nil {
		return hash, err
	}
	point, err := c.attachment.sum(suffix{device.Lagrange, 0}, values[:c.rows.End])
	if err != nil {
		return hash, fmt.Errorf("commitment %d: %w", i, err)
	}
	hash = c.toField.Sum(c.attachment.G1.Marshal(&point))
	c.values[i], c.points[i], c.hashes[i] = values, point, hash
	return hash, nil
}

// masks returns the rows at which a commitment is blinded. Their selector Qcp is zero: they are
// that of the commitment's own constraint and the last one.
func masks(of system.Rows, constraint int) []int {
	return []int{of.Public + constraint, of.End - 1}
}

// place returns the polynomial of a commitment by its values on H, with blinding.
func (c *committer[P, E]) place(i int, committed []E) ([]E, error) {
	values := make([]E, c.size)
	for j := range committed {
		values[c.rows.Public+c.infos[i].Committed[j]] = committed[j]
	}
	for _, row := range masks(c.rows, c.infos[i].CommitmentIndex) {
		if _, err := c.attachment.Field.SetRandom(&values[row]); err != nil {
			return nil, fmt.Errorf("blinding of commitment %d: %w", i, err)
		}
	}
	return values, nil
}
