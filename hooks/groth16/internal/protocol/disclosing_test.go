package protocol_test

import (
	"testing"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/gnark-accel/gnark-accel/hooks/internal/hookstest"
	"github.com/gnark-accel/gnark-accel/hooks/internal/hookstest/groth16/testscheme"
	"github.com/gnark-accel/gnark-accel/hooks/internal/proof"
)

// TestForgotten expects a proof that was never made to leave no value of a committed wire.
func TestForgotten(t *testing.T) {
	scheme := testscheme.Groth16
	i := scheme.MakeOn(t, ecc.BN254, scheme.Named(t, "several commitments"))
	scheme.AttachFor(t, i.PK, hookstest.Engine(t))
	over := over(i.CCS)
	half, err := over.Solve(i.CCS, i.PK, i.Full)
	if err != nil {
		t.Fatal(err)
	}
	half.Close()
	disclosed := over.(interface {
		Disclosed(proof.Begun) (all, set int)
	}).Disclosed
	if all, set := disclosed(half); set == 0 {
		t.Errorf("none of %d values is set", all)
	}
	half.Forget()
	if all, set := disclosed(half); set > 0 {
		t.Errorf("%d of %d values are left", set, all)
	}
}
