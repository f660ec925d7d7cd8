package groth16_test

import (
	"bytes"
	"errors"
	"fmt"
	"log"
	"os"
	"path/filepath"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/consensys/gnark/backend/groth16"
	"golang.org/x/sync/errgroup"

	accelerated "github.com/gnark-accel/gnark-accel/hooks/groth16"
	"github.com/gnark-accel/gnark-accel/hooks/solve"
)

// A program reads gnark's files of a circuit and a key beside each other. From its second start on
// it finds what the first one prepared, and decodes, checks and translates nothing again.
func ExampleReadKey() {
	made, pk, vk := newCubic()
	var system, key bytes.Buffer // the files
	_, err := made.WriteTo(&system)
	_, errKey := pk.WriteTo(&key)
	folder, errFolder := os.MkdirTemp("", "prepared")
	if err := errors.Join(err, errKey, errFolder); err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(folder)

	for range 2 { // starts of the program
		ccs, pk := groth16.NewCS(ecc.BN254), groth16.NewProvingKey(ecc.BN254)
		var group errgroup.Group
		group.Go(func() error {
			_, err := solve.ReadSystem(folder, bytes.NewReader(system.Bytes()), ccs)
			if err != nil {
				return err
			}
			return solve.PrepareIn(folder, ccs)
		})
		group.Go(func() error {
			_, err := accelerated.ReadKey(bytes.NewReader(key.Bytes()), pk,
				accelerated.WithPreparedFolder(folder), accelerated.WithAttached())
			return err
		})
		if err := group.Wait(); err != nil {
			log.Fatal(err)
		}
		full, public := assign(3, 35)
		proof, err := accelerated.Prove(ccs, pk, full, accelerated.WithVerifyingKey(vk))
		if err != nil {
			log.Fatal(err)
		}
		files, err := filepath.Glob(filepath.Join(folder, "*"))
		fmt.Println(len(files), err, groth16.Verify(proof, vk, public))
	}
	// Output:
	// 2 <nil> <nil>
	// 2 <nil> <nil>
}
