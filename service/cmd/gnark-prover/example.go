package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/gnark-accel/gnark-accel/service/client"
	"github.com/gnark-accel/gnark-accel/service/internal/example"
	"github.com/gnark-accel/gnark-accel/service/internal/jobs"
	"github.com/gnark-accel/gnark-accel/service/internal/serve"
)

// exampleSize is the number of constraints of the example that serve adds.
const exampleSize = 1 << 12

// exampleName names it.
const exampleName = "example"

// offerExample adds an example circuit to a service that has started, with a witness in the folder,
// unless an earlier start did. It prints the command of curl that has the witness proved.
func offerExample(ctx context.Context, c *call, queue *jobs.Queue, folder, url string) error {
	path := filepath.Join(folder, "example.witness")
	prover := client.Of(queue)
	if _, err := prover.Circuit(ctx, exampleName); errors.Is(err, client.ErrNoCircuit) {
		if err := addExample(ctx, prover, path); err != nil {
			return err
		}
	} else if err != nil {
		return err
	}
	fmt.Fprintf(c.out, "curl -H \"Authorization: Bearer $(cat %s)\" --data-binary @%s "+
		"'%s/v1/jobs?circuit=%s&wait=30s'\n",
		filepath.Join(folder, serve.TokenFile), path, url, exampleName)
	return nil
}

func addExample(ctx context.Context, prover *client.Client, path string) error {
	e, err := example.MiMC(exampleSize)
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
