//go:build cuda && linux && (amd64 || arm64)

package plonk

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/consensys/gnark-crypto/ecc/bn254/fr"
	"github.com/consensys/gnark-crypto/ecc/bn254/fr/fft"
	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/accel/bn254"
	"github.com/gnark-accel/gnark-accel/internal/engine"
	"github.com/gnark-accel/gnark-accel/internal/engine/group"
	"github.com/gnark-accel/gnark-accel/internal/tests/devicetest"
)

// TestTeam: each device of a team has the vectors of a proof that one device makes alone. So it is
// with the cosets shared in any way, and where another device than the first has left.
func TestTeam(t *testing.T) {
	const n = 3
	polynomials, in := randomInput(t, 16, 1)
	alone := newCircuit(devicetest.Open(t, accel.WithStrict()), polynomials)
	defer alone.Close()
	proof := alone.Proof()
	want, err := in.results(t, proof)
	if err := errors.Join(err, proof.Close()); err != nil {
		t.Fatal(err)
	}
	for _, cosets := range [][][2]int{
		nil, {{0, 1}, {1, 2}, {2, 3}}, {{0, 0}, {0, 3}, {3, 3}}, {{0, 3}, {3, 3}, {3, 3}},
	} {
		for _, failing := range []string{
			"", "cuLaunchKernel@2:1=999", "cuLaunchKernel@1:90+=999", "cuMemcpyPeerAsync@1:1=999",
		} {
			t.Run(fmt.Sprint(cosets, failing), func(t *testing.T) {
				devicetest.Devices(t, n)
				e := devicetest.Open(t, devicetest.EveryDevice())
				circuits := circuitsOn(t, e, n, polynomials)
				emulator := devicetest.Emulator(t)
				if err := emulator.Fail(failing); err != nil {
					t.Fatal(err)
				}
				proofs := make([]*testProof, n)
				for k, c := range circuits {
					proofs[k] = c.Proof()
				}
				proof, err := Join(proofs, cosets)
				if err != nil {
					t.Fatal(err)
				}
				got, err := in.resultsOf(t, proof, func(v Vectors) ([][]fr.Element, error) {
					return fetchAlike(t, proof.team, v)
				})
				if err != nil || !slices.Equal(got, want) {
					t.Errorf("not the results of one device, %v", err)
				}
				if left := slices.Contains(proof.team.left, true); left && failing == "" {
					t.Errorf("devices left: %v", proof.team.left)
				}
				copies := emulator.Runs("cuMemcpyPeerAsync")
				if copied := copies > 0; failing == "" && copied != (cosets != nil) {
					t.Errorf("%d copies between devices", copies)
				}
				for _, p := range proofs {
					if err := p.Close(); err != nil {
						t.Error(err)
					}
				}
			})
		}
	}
}

// fetchAlike returns vectors of a team, which all devices that have not left have alike.
func fetchAlike(
	t *testing.T, team *team[fr.Element], v Vectors,
) (first [][]fr.Element, err error) {
	t.Helper()
	for k, p := range team.proofs {
		if team.left[k] {
			continue
		}
		vectors, err := p.Fetch(v)
		if err != nil {
			return nil, err
		}
		if k == 0 {
			first = vectors
		}
		for i := range vectors {
			if !slices.Equal(vectors[i], first[i]) {
				t.Errorf("device %d has other elements than the first", k)
			}
		}
	}
	return first, nil
}

// circuitsOn returns a circuit on each of n devices.
func circuitsOn(
	t *testing.T, e *accel.Engine, n int, p Polynomials[fr.Element],
) (circuits []*testCircuit) {
	t.Helper()
	field := (*group.Field[fr.Element, fft.Domain, fft.Decimation])(bn254.NewFr(e))
	for i := range n {
		part := group.Part{Device: i, To: 1}
		c, _ := group.NewPart((*group.Set)(e), part,
			func(e *engine.Engine) (*testCircuit, error) {
				return NewCircuit[fr.Element](field.On(e), p), nil
			}).Any()
		t.Cleanup(func() { c.Close() })
		circuits = append(circuits, c)
	}
	return circuits
}
