package ceremony

import (
	"bytes"
	"io"

	"github.com/consensys/gnark-crypto/ecc"
	mpc_bls12377 "github.com/consensys/gnark/backend/groth16/bls12-377/mpcsetup"
	mpc_bls12381 "github.com/consensys/gnark/backend/groth16/bls12-381/mpcsetup"
	mpc_bn254 "github.com/consensys/gnark/backend/groth16/bn254/mpcsetup"
	mpc_bw6761 "github.com/consensys/gnark/backend/groth16/bw6-761/mpcsetup"
	"github.com/consensys/gnark/constraint"
	cs_bls12377 "github.com/consensys/gnark/constraint/bls12-377"
	cs_bls12381 "github.com/consensys/gnark/constraint/bls12-381"
	cs_bn254 "github.com/consensys/gnark/constraint/bn254"
	cs_bw6761 "github.com/consensys/gnark/constraint/bw6-761"
)

// gnarks are gnark's ceremonies, by the curve.
var gnarks = map[ecc.ID]ceremony{
	ecc.BN254: newCeremony(mpc_bn254.NewPhase1, (*mpc_bn254.Phase1).Seal,
		func(p *mpc_bn254.Phase2, r *cs_bn254.R1CS, c *mpc_bn254.SrsCommons) {
			p.Initialize(r, c)
		}),
	ecc.BLS12_377: newCeremony(mpc_bls12377.NewPhase1, (*mpc_bls12377.Phase1).Seal,
		func(p *mpc_bls12377.Phase2, r *cs_bls12377.R1CS, c *mpc_bls12377.SrsCommons) {
			p.Initialize(r, c)
		}),
	ecc.BLS12_381: newCeremony(mpc_bls12381.NewPhase1, (*mpc_bls12381.Phase1).Seal,
		func(p *mpc_bls12381.Phase2, r *cs_bls12381.R1CS, c *mpc_bls12381.SrsCommons) {
			p.Initialize(r, c)
		}),
	ecc.BW6_761: newCeremony(mpc_bw6761.NewPhase1, (*mpc_bw6761.Phase1).Seal,
		func(p *mpc_bw6761.Phase2, r *cs_bw6761.R1CS, c *mpc_bw6761.SrsCommons) {
			p.Initialize(r, c)
		}),
}

// ceremony is gnark's over one curve. Contributions are files.
type ceremony struct {
	phases [2]phase
	// begin returns the first file of phase 1, for a domain of n elements.
	begin func(n uint64) ([]byte, error)
	// circuit seals the last contribution to phase 1, and returns the first file of phase 2.
	circuit func(last []byte, ccs constraint.ConstraintSystem) ([]byte, error)
}

// phase is a contributor to one phase, and a verifier.
type phase struct {
	contribute func(from []byte) (next []byte, err error)
	verify     func(previous, next []byte) error
}

// contribution is a phase of gnark's.
type contribution[T any] interface {
	*T
	io.WriterTo
	io.ReaderFrom
	Contribute()
	Verify(next *T) error
}

func newCeremony[P1, P2, C, R any, T1 contribution[P1], T2 contribution[P2], S interface {
	*R
	constraint.ConstraintSystem
}](
	begin func(n uint64) *P1, seal func(*P1, []byte) C, initialize func(*P2, *R, *C),
) ceremony {
	return ceremony{
		phases: [2]phase{newPhase[P1, T1](), newPhase[P2, T2]()},
		begin:  func(n uint64) ([]byte, error) { return file(T1(begin(n))) },
		circuit: func(last []byte, ccs constraint.ConstraintSystem) ([]byte, error) {
			p, err := read[P1, T1](last)
			if err != nil {
				return nil, err
			}
			commons, keys := seal(p, []byte("a beacon")), new(P2)
			initialize(keys, ccs.(S), &commons)
			return file(T2(keys))
		},
	}
}

func newPhase[P any, T contribution[P]]() phase {
	return phase{
		contribute: func(from []byte) ([]byte, error) {
			p, err := read[P, T](from)
			if err != nil {
				return nil, err
			}
			T(p).Contribute()
			return file(T(p))
		},
		verify: func(previous, next []byte) error {
			p, err := read[P, T](previous)
			if err != nil {
				return err
			}
			q, err := read[P, T](next)
			if err != nil {
				return err
			}
			return T(p).Verify(q)
		},
	}
}

func read[P any, T contribution[P]](from []byte) (*P, error) {
	p := new(P)
	_, err := T(p).ReadFrom(bytes.NewReader(from))
	return p, err
}

func file(from io.WriterTo) ([]byte, error) {
	var b bytes.Buffer
	_, err := from.WriteTo(&b)
	return b.Bytes(), err
}
