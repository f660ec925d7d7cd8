// A program that proves once and ends. From its second start on it finds what the first one
// prepared: it decodes, checks, translates and compares nothing again.
//
//	go run -tags cuda ./examples/restart -folder /tmp/restart
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"log"
	"os"
	"path/filepath"
	"time"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/consensys/gnark/backend/groth16"
	"github.com/consensys/gnark/frontend"
	"github.com/consensys/gnark/frontend/cs/r1cs"
	"golang.org/x/sync/errgroup"

	"github.com/gnark-accel/gnark-accel/accel"
	accelerated "github.com/gnark-accel/gnark-accel/hooks/groth16"
	"github.com/gnark-accel/gnark-accel/hooks/solve"
)

// circuit says that X, squared again and again, is Y.
type circuit struct {
	X         frontend.Variable
	Y         frontend.Variable `gnark:",public"`
	squarings int
}

// Define implements frontend.Circuit.
func (c *circuit) Define(api frontend.API) error {
	y := c.X
	for range c.squarings {
		y = api.Mul(y, y)
	}
	api.AssertIsEqual(y, c.Y)
	return nil
}

func main() {
	folder := flag.String("folder", filepath.Join(os.TempDir(), "restart"), "of all files")
	flag.Parse()
	if err := write(*folder, 1<<16); err != nil {
		log.Fatal(err)
	}
	start := time.Now()
	if err := prove(*folder); err != nil {
		log.Fatal(err)
	}
	fmt.Println("a verified proof after", time.Since(start).Round(time.Millisecond))
}

// write makes gnark's files of a circuit and its keys, unless they are there.
func write(folder string, squarings int) error {
	if _, err := os.Stat(filepath.Join(folder, "verifying.key")); err == nil {
		return nil
	}
	field := ecc.BN254.ScalarField()
	ccs, err := frontend.Compile(field, r1cs.NewBuilder, &circuit{squarings: squarings})
	if err != nil {
		return err
	}
	pk, vk, err := groth16.Setup(ccs) // one party alone: for examples only
	if err != nil {
		return err
	}
	return errors.Join(os.MkdirAll(folder, 0o700), file(folder, "circuit", ccs.WriteTo),
		file(folder, "proving.key", pk.WriteTo), file(folder, "verifying.key", vk.WriteTo))
}

// prove opens the device and reads all files beside each other.
func prove(folder string) error {
	kept := filepath.Join(folder, "prepared")
	ccs, pk := groth16.NewCS(ecc.BN254), groth16.NewProvingKey(ecc.BN254)
	vk := groth16.NewVerifyingKey(ecc.BN254)
	var beside errgroup.Group
	beside.Go(func() error {
		accel.Default() // opens the device
		return nil
	})
	beside.Go(func() error {
		err := read(folder, "circuit", func(from io.Reader) (int64, error) {
			return solve.ReadSystem(kept, from, ccs)
		})
		if err != nil {
			return err
		}
		return solve.PrepareIn(kept, ccs)
	})
	beside.Go(func() error {
		return read(folder, "proving.key", func(from io.Reader) (int64, error) {
			return accelerated.ReadKey(from, pk, accelerated.WithPreparedFolder(kept),
				accelerated.WithAttached())
		})
	})
	beside.Go(func() error { return read(folder, "verifying.key", vk.ReadFrom) })
	if err := beside.Wait(); err != nil {
		return err
	}
	full, err := frontend.NewWitness(&circuit{X: 1, Y: 1}, ecc.BN254.ScalarField())
	if err != nil {
		return err
	}
	proof, err := accelerated.Prove(ccs, pk, full, accelerated.WithVerifyingKey(vk))
	if err != nil {
		return err
	}
	public, err := full.Public()
	if err != nil {
		return err
	}
	return groth16.Verify(proof, vk, public)
}

// read reads one of gnark's files.
func read(folder, name string, into func(io.Reader) (int64, error)) error {
	f, err := os.Open(filepath.Join(folder, name))
	if err != nil {
		return err
	}
	_, err = into(f)
	return errors.Join(err, f.Close())
}

// file writes one of gnark's objects.
func file(folder, name string, to func(io.Writer) (int64, error)) error {
	f, err := os.Create(filepath.Join(folder, name))
	if err != nil {
		return err
	}
	_, err = to(f)
	return errors.Join(err, f.Close())
}
