package protocol

import (
	"fmt"
	"slices"
	"testing"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/consensys/gnark/constraint"
	"github.com/consensys/gnark/frontend"
	"github.com/consensys/gnark/frontend/cs/scs"
	"github.com/gnark-accel/gnark-accel/hooks/plonk/internal/system"
	"github.com/gnark-accel/gnark-accel/internal/poly"
)

// gates is a circuit with constraints of every kind, hints between them, and commitments.
type gates struct {
	rounds, commitments int

	X, Y frontend.Variable
	Z    frontend.Variable `gnark:",public"`
}

func (c *gates) Define(api frontend.API) error {
	x := c.X
	for i := range c.rounds {
		x = api.Add(api.Mul(x, x, c.Y), api.Mul(c.Z, i+3), x, 7)
		api.AssertIsBoolean(api.IsZero(x))
	}
	for i := range c.commitments {
		committed, err := api.(frontend.Committer).Commit(c.X, api.Add(c.Y, i))
		if err != nil {
			return err
		}
		api.AssertIsDifferent(committed, x)
	}
	api.ToBinary(c.Y, 9)
	return nil
}

// columnsAreGnarks compares the columns with those that gnark's setup commits to.
func (o *over[P, E, S]) columnsAreGnarks(t *testing.T) {
	for _, circuit := range []gates{
		{rounds: 0}, {rounds: 1, commitments: 1}, {rounds: 40, commitments: 2}, {rounds: 1500},
	} {
		t.Run(fmt.Sprint(circuit.rounds, circuit.commitments), func(t *testing.T) {
			ccs, err := frontend.Compile(o.id.ScalarField(), scs.NewBuilder, &circuit)
			if err != nil {
				t.Fatal(err)
			}
			sys := o.system(ccs)
			domain := o.Field.Constants(uint64(sys.Rows().End))
			points := make([]E, domain.Len())
			poly.Powers[E, S](points, domain.Generator)
			got, err := system.NewColumns[E, S](sys, len(points))
			if err != nil {
				t.Fatal(err)
			}
			got.Label(points, domain.Shift)
			want, permutation := o.trace(ccs, domain.Cardinality)
			columns := append([][]E{
				got.Ql, got.Qr, got.Qm, got.Qo, got.Qk, got.S[0], got.S[1], got.S[2],
			}, got.Qcp...)
			if len(columns) != len(want) {
				t.Fatalf("%d columns, gnark has %d", len(columns), len(want))
			}
			for i := range want {
				if !slices.Equal(columns[i], want[i]) {
					t.Errorf("column %d is not gnark's", i)
				}
			}
			for i, position := range permutation {
				if int64(got.Permutation[i]) != position {
					t.Fatalf("position %d goes to %d, gnark's to %d",
						i, got.Permutation[i], position)
				}
			}
		})
	}
}

// columnsOfDamagedSystems: a reference to something that the system does not have is an error,
// and no panic.
func (o *over[P, E, S]) columnsOfDamagedSystems(t *testing.T) {
	for name, damage := range map[string]func(s *system.System[E]){
		"fewer wires":        func(s *system.System[E]) { s.NbInternalVariables = 0 },
		"fewer coefficients": func(s *system.System[E]) { s.Coefficients = s.Coefficients[:3] },
		"fewer instructions": func(s *system.System[E]) {
			s.Instructions = s.Instructions[:len(s.Instructions)/2]
		},
		"more constraints": func(s *system.System[E]) {
			s.Instructions = append(s.Instructions, s.Instructions...)
		},
		"more public inputs": func(s *system.System[E]) { s.Public = make([]string, 1<<20) },
		"committed row": func(s *system.System[E]) {
			s.CommitmentInfo.(constraint.PlonkCommitments)[0].Committed[0] = 1 << 30
		},
		"row of a hash": func(s *system.System[E]) {
			s.CommitmentInfo.(constraint.PlonkCommitments)[0].CommitmentIndex = -7
		},
	} {
		circuit := &gates{rounds: 40, commitments: 1}
		ccs, err := frontend.Compile(o.id.ScalarField(), scs.NewBuilder, circuit)
		if err != nil {
			t.Fatal(err)
		}
		sys := o.system(ccs)
		n := ecc.NextPowerOfTwo(uint64(sys.Rows().End))
		damage(sys)
		if _, err := system.NewColumns[E, S](sys, int(n)); err == nil {
			t.Errorf("%s: accepted", name)
		}
	}
}
