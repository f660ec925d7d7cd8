package ceremony_test

import (
	"bytes"
	"crypto/rand"
	"fmt"
	"testing"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/consensys/gnark-crypto/ecc/bn254/fr"
	mpc "github.com/consensys/gnark/backend/groth16/bn254/mpcsetup"
	cs "github.com/consensys/gnark/constraint/bn254"
	"github.com/consensys/gnark/frontend"
	"github.com/consensys/gnark/frontend/cs/r1cs"
	"github.com/gnark-accel/gnark-accel/internal/devicetest"
	"github.com/gnark-accel/gnark-accel/internal/memoryscan"
)

// TestContributionsLeaveNoWaste looks for the secrets of a contribution to each phase in all memory
// of the process, which is that of an emulated device, too.
func TestContributionsLeaveNoWaste(t *testing.T) {
	first := mpc.NewPhase1(elements)
	commons := first.Seal([]byte("beacon"))
	ccs, err := frontend.Compile(ecc.BN254.ScalarField(), r1cs.NewBuilder, new(committing))
	if err != nil {
		t.Fatal(err)
	}
	second := new(mpc.Phase2)
	second.Initialize(ccs.(*cs.R1CS), &commons)
	for name, c := range map[string]struct {
		step    step
		secrets int
		file    []byte
	}{
		"phase 1": {phase1, 3, file(t, first)},
		"phase 2": {phase2, 3, file(t, second)}, // for δ and for two commitments
	} {
		t.Run(name, func(t *testing.T) {
			e := devicetest.Open(t)
			needles := memoryscan.Elsewhere(t, func() []memoryscan.Secret {
				rand.Reader = new(memoryscan.Forgetful)
				return contributed(c.secrets)
			})
			system := rand.Reader
			defer func() { rand.Reader = system }()
			rand.Reader = new(memoryscan.Forgetful)
			var next bytes.Buffer
			err := c.step.contribute(e, ecc.BN254, bytes.NewReader(c.file), &next)
			if err != nil {
				t.Fatal(err)
			}
			memoryscan.WantNone(t, needles)
		})
	}
}

// contributed draws what a contribution will draw, with what gives secrets away.
func contributed(n int) (all []memoryscan.Secret) {
	drawn := make([]fr.Element, n)
	for i := range drawn {
		_, _ = drawn[i].SetRandom()
	}
	follows := func(name string, set func(to, secret *fr.Element)) {
		for i := range drawn {
			e := new(fr.Element)
			set(e, &drawn[i])
			number := e.Bytes()
			all = append(all, memoryscan.Secret{
				Name: fmt.Sprintf(name, i), Words: e[:], Bytes: number[:],
			})
		}
	}
	follows("secret %d", func(to, secret *fr.Element) { to.Set(secret) })
	follows("1/secret %d", func(to, secret *fr.Element) { to.Inverse(secret) })
	follows("secret %d, squared", func(to, secret *fr.Element) { to.Square(secret) })
	follows("secret %d times the first", func(to, secret *fr.Element) {
		to.Mul(secret, &drawn[0])
	})
	return all
}
