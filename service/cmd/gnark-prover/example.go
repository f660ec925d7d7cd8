package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"github.com/gnark-accel/gnark-accel/service/client"
	"github.com/gnark-accel/gnark-accel/service/internal/jobs"
)

// exampleSize is the number of constraints of the example that serve adds.
const exampleSize = 1 << 12

// addExample adds an example circuit to a service that has started, and writes a witness of it to
// the folder. The lines of curl that prove it are printed.
func addExample(ctx context.Context, c *call, queue *jobs.Queue, folder, url string) error {
	e, err := setUp(exampleSize)
	if err != nil {
		return err
	}
	_, err = client.Of(queue).AddCircuit(ctx, e.ccs, e.pk, e.vk, client.WithName("example"))
	if err != nil {
		return err
	}
	content, err := e.witness.MarshalBinary()
	if err != nil {
		return err
	}
	path := filepath.Join(folder, "example.witness")
	if err := os.WriteFile(path, content, 0o600); err != nil {
		return err
	}
	fmt.Fprintf(c.out, "curl  -H \"Authorization: Bearer $(cat %s)\" --data-binary @%s "+
		"'%s/v1/jobs?circuit=example&wait=30s'\n", filepath.Join(folder, "token"), path, url)
	return nil
}
