package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"github.com/gnark-accel/gnark-accel/service/client"
	"github.com/gnark-accel/gnark-accel/service/internal/example"
	"github.com/gnark-accel/gnark-accel/service/internal/folder"
	"github.com/gnark-accel/gnark-accel/service/internal/jobs"
)

// exampleSize is the number of constraints of the example that serve adds.
const exampleSize = 1 << 12

// exampleName names it, unless the tenant has given another circuit that name.
const exampleName = "example"

// offerExample adds an example circuit to a service that has started, with a witness in the folder,
// unless an earlier start did. It prints the command of curl that has the witness proved.
func offerExample(ctx context.Context, c *call, queue *jobs.Queue, in, url string) error {
	m, err := exampleOf(ctx, client.Of(queue), in)
	if err != nil {
		return err
	}
	named := m.Digest
	if slices.Contains(m.Names, exampleName) {
		named = exampleName
	}
	fmt.Fprintf(c.out, "curl -H \"Authorization: Bearer $(cat %s)\" --data-binary @%s "+
		"'%s/v1/jobs?circuit=%s&wait=30s'\n",
		filepath.Join(in, folder.TokenFile), witnessIn(in), url, named)
	return nil
}

func witnessIn(in string) string { return filepath.Join(in, "example.witness") }

// exampleOf returns the example of the folder: that of an earlier start, whose digest is in a file
// there, or a new one.
func exampleOf(ctx context.Context, prover *client.Client, in string) (*client.Circuit, error) {
	path := filepath.Join(in, "example.circuit")
	if digest, err := os.ReadFile(path); err == nil {
		m, err := prover.Circuit(ctx, string(digest))
		if !errors.Is(err, client.ErrNoCircuit) {
			return m, err
		}
	}
	m, err := addExample(ctx, prover, witnessIn(in))
	if err != nil {
		return nil, err
	}
	return m, os.WriteFile(path, []byte(m.Digest), 0o600)
}

// addExample adds a new example and writes its witness. The name may be another circuit's.
func addExample(
	ctx context.Context, prover *client.Client, path string,
) (*client.Circuit, error) {
	e, err := example.New("mimc", exampleSize)
	if err != nil {
		return nil, err
	}
	content, err := e.Witness.MarshalBinary()
	if err != nil {
		return nil, err
	}
	if err := os.WriteFile(path, content, 0o600); err != nil {
		return nil, err
	}
	digest, err := prover.AddCircuit(ctx, e.System, e.PK, e.VK, client.WithName(exampleName))
	if errors.Is(err, client.ErrNameTaken) {
		digest, err = prover.AddCircuit(ctx, e.System, e.PK, e.VK)
	}
	if err != nil {
		return nil, err
	}
	return prover.Circuit(ctx, digest)
}
