package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/gnark-accel/gnark-accel/service/client"
	"github.com/gnark-accel/gnark-accel/service/internal/example"
	"github.com/gnark-accel/gnark-accel/service/internal/folder"
	"github.com/gnark-accel/gnark-accel/service/internal/interrupt"
)

const (
	exampleName = "example"
	exampleSize = 1 << 12 // constraints
)

// offerExample adds an example circuit to a service, unless an earlier start did. It writes a
// witness into the folder, and prints the command of curl that has the witness proved.
func offerExample(ctx context.Context, c *call, prover *client.Client, in, url string) error {
	path := filepath.Join(in, "example.witness")
	_, err := prover.Find(ctx, exampleName)
	if errors.Is(err, client.ErrNoCircuit) {
		err = addExample(ctx, prover, path)
	}
	if err != nil {
		return err
	}
	fmt.Fprintf(c.out, "curl -H \"Authorization: Bearer $(cat %s)\" --data-binary @%s "+
		"'%s/v1/jobs?circuit=%s&wait=30s'\n", filepath.Join(in, folder.TokenFile), path, url,
		exampleName)
	return nil
}

// addExample adds a new example and writes its witness.
func addExample(ctx context.Context, prover *client.Client, path string) error {
	e, err := newExample(ctx, exampleSize)
	if err != nil {
		return err
	}
	content, err := e.Witness.MarshalBinary()
	if err != nil {
		return err
	}
	if err := os.WriteFile(path, content, 0o600); err != nil {
		return err
	}
	_, err = prover.AddCircuit(ctx, e.System, e.PK, e.VK, client.WithName(exampleName))
	return err
}

func newExample(ctx context.Context, constraints int) (*example.Example, error) {
	return interrupt.Await(ctx, func() (*example.Example, error) {
		return example.New("mimc", constraints)
	})
}
