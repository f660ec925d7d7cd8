package bn254

import (
	"fmt"
	"hash"
	"math/big"
	"sync"

	"github.com/consensys/gnark-crypto/ecc"
	curve "github.com/consensys/gnark-crypto/ecc/bn254"
	"github.com/consensys/gnark-crypto/ecc/bn254/fr"
	"github.com/consensys/gnark-crypto/ecc/bn254/fr/hash_to_field"
	"github.com/consensys/gnark-crypto/ecc/bn254/fr/pedersen"
	"github.com/consensys/gnark/constraint"
	"github.com/consensys/gnark/constraint/solver"
	"github.com/consensys/gnark/frontend/cs"
	"github.com/gnark-accel/gnark-accel/hooks/groth16/internal/protocol"
)

// foldingTag separates the challenge that folds the proofs of knowledge from other uses of the hash.
const foldingTag = "G16-BSB22"

// committer computes the circuit's Pedersen commitments while the solver runs, and remembers what it committed to.
type committer struct {
	infos       constraint.Groth16Commitments
	keys        []pedersen.ProvingKey
	accelerator *Accelerator

	// hashing guards toField: the solver may call hints concurrently.
	hashing sync.Mutex
	toField hash.Hash

	// Both have an entry for each commitment, set by its hint.
	values [][]fr.Element   // the private values committed to
	points []curve.G1Affine // the commitments
}

// newCommitter returns a committer that hashes with toField; nil stands for the hash to field of RFC 9380.
func newCommitter(infos constraint.Groth16Commitments, keys []pedersen.ProvingKey, a *Accelerator, toField hash.Hash) *committer {
	if toField == nil {
		toField = hash_to_field.New([]byte(constraint.CommitmentDst))
	}
	return &committer{
		infos:       infos,
		keys:        keys,
		accelerator: a,
		toField:     toField,
		values:      make([][]fr.Element, len(infos)),
		points:      make([]curve.G1Affine, len(infos)),
	}
}

// option makes the solver call the committer where the circuit asks for a commitment.
func (c *committer) option() solver.Option {
	return solver.OverrideHint(solver.GetHintID(cs.Bsb22CommitmentComputePlaceholder), c.hint)
}

// hint computes one commitment. Its inputs are the commitment's index, then the values that are only hashed (public
// ones and earlier commitments), then the private ones. Its output is what the commitment hashes to.
func (c *committer) hint(_ *big.Int, in, out []*big.Int) error {
	if len(in) == 0 || !in[0].IsInt64() || in[0].Sign() < 0 || in[0].Int64() >= int64(len(c.infos)) {
		return fmt.Errorf("%w: a commitment that the system does not list", protocol.ErrInvalidInput)
	}
	i, in := int(in[0].Int64()), in[1:]
	nbHashed := len(c.infos[i].PublicAndCommitmentCommitted)
	if len(in) != nbHashed+len(c.infos[i].PrivateCommitted) {
		return fmt.Errorf("%w: commitment %d to %d values", protocol.ErrInvalidInput, i, len(in))
	}
	hashed, committed := in[:nbHashed], in[nbHashed:]

	values := make([]fr.Element, len(committed))
	for j := range committed {
		values[j].SetBigInt(committed[j])
	}
	point, err := c.accelerator.MultiExpG1(c.keys[i].Basis, values)
	if err != nil {
		return fmt.Errorf("commitment %d: %w", i, err)
	}
	c.values[i], c.points[i] = values, point

	digest := c.hash(constraint.SerializeCommitment(point.Marshal(), hashed, (fr.Bits-1)/8+1))
	digest.BigInt(out[0])
	return nil
}

// hash maps a message to the field.
func (c *committer) hash(message []byte) (e fr.Element) {
	c.hashing.Lock()
	defer c.hashing.Unlock()
	c.toField.Write(message) // a hash.Hash never fails
	sum := c.toField.Sum(nil)
	c.toField.Reset()
	e.SetBytes(sum[:min(fr.Bytes, c.toField.Size())])
	return e
}

// fold combines the proofs of knowledge of all commitments into one. The challenge binds the values of the wires that
// hold the commitments' hashes.
func (c *committer) fold(proofs []curve.G1Affine, wires []fr.Element) (curve.G1Affine, error) {
	var folded curve.G1Affine
	if len(proofs) == 0 {
		return folded, nil
	}
	var hashes []byte
	for i := range c.infos {
		hashes = append(hashes, wires[c.infos[i].CommitmentIndex].Marshal()...)
	}
	challenge, err := fr.Hash(hashes, []byte(foldingTag), 1)
	if err != nil {
		return folded, fmt.Errorf("challenge of the commitments: %w", err)
	}
	if _, err := folded.Fold(proofs, challenge[0], ecc.MultiExpConfig{NbTasks: 1}); err != nil {
		return folded, fmt.Errorf("folding the proofs of knowledge: %w", err)
	}
	return folded, nil
}
