// A client of another version of gnark. It adds a circuit, has a witness proved twice, and writes
// the circuit's files and the witness.
//
//	client URL KEY FOLDER
package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/consensys/gnark/backend/groth16"
	"github.com/consensys/gnark/frontend"
	"github.com/consensys/gnark/frontend/cs/r1cs"
	"github.com/consensys/gnark/logger"
	"github.com/gnark-accel/gnark-accel/service/client"
)

type square struct {
	X frontend.Variable
	Y frontend.Variable `gnark:",public"`
}

func (c *square) Define(api frontend.API) error {
	api.AssertIsEqual(api.Mul(c.X, c.X), c.Y)
	return nil
}

func main() {
	logger.Disable()
	if err := run(context.Background(), os.Args[1], os.Args[2], os.Args[3]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(ctx context.Context, url, key, folder string) error {
	ccs, err := frontend.Compile(ecc.BN254.ScalarField(), r1cs.NewBuilder, &square{})
	if err != nil {
		return err
	}
	pk, vk, err := groth16.Setup(ccs)
	if err != nil {
		return err
	}
	full, err := frontend.NewWitness(&square{3, 9}, ecc.BN254.ScalarField())
	if err != nil {
		return err
	}
	files := map[string]io.WriterTo{"ccs": ccs, "pk": pk, "vk": vk, "witness": full}
	for name, part := range files {
		var content bytes.Buffer
		if _, err := part.WriteTo(&content); err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(folder, name), content.Bytes(), 0o600); err != nil {
			return err
		}
	}
	c, err := client.Connect(url, client.WithKeyFile(key))
	if err != nil {
		return err
	}
	digest, err := c.AddCircuit(ctx, ccs, pk, vk)
	if err != nil {
		return err
	}
	public, err := full.Public()
	if err != nil {
		return err
	}
	for _, key := range []string{"first", "second"} {
		proof, err := c.Prove(ctx, digest, full, client.WithKey(key))
		if err == nil {
			err = groth16.Verify(proof.(groth16.Proof), vk, public)
		}
		if err != nil {
			return fmt.Errorf("the %s proof: %w", key, err)
		}
	}
	return nil
}
