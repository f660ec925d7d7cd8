package main

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/consensys/gnark/backend/groth16"
	"github.com/consensys/gnark/frontend/cs/r1cs"
	"github.com/gnark-accel/gnark-accel/examples/circuits/catalog"
	"github.com/gnark-accel/gnark-accel/service/client"
	"github.com/gnark-accel/gnark-accel/service/internal/folder"
	"github.com/gnark-accel/gnark-accel/service/internal/interrupt"
	"github.com/gnark-accel/gnark-accel/service/internal/jobs"
	"github.com/gnark-accel/gnark-accel/service/internal/program"
	"github.com/gnark-accel/gnark-accel/service/internal/server"
	"github.com/gnark-accel/gnark-accel/service/internal/worker"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/rs/zerolog"
)

type demonstration struct {
	Constraints int     `json:"constraints"`
	Job         string  `json:"job"`
	Verified    bool    `json:"verified"`
	ProofSHA256 string  `json:"proofSHA256"`
	First       float64 `json:"firstSeconds"`    // from the first submission to the proof
	Proofs      int     `json:"proofs"`          // that were made after the first one, in turn
	Wait        float64 `json:"waitSeconds"`     // the median from a submission to the worker
	Prove       float64 `json:"proveSeconds"`    // the median of proof and verification
	Overhead    float64 `json:"overheadSeconds"` // the median of all else
}

func runDemo(ctx context.Context, c *call) error {
	constraints := c.flags.Int("constraints", 1<<12, "the size of the circuit")
	proofs := c.flags.Int("proofs", 1, "number of proofs to time")
	if err := c.parse(); err != nil {
		return err
	}
	temporary, err := os.MkdirTemp("", "gnark-prover-demo-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(temporary)
	told := program.NewBars(c.errOut)
	told.Lines = true
	return c.print(demonstrate(ctx, temporary, *constraints, *proofs, told))
}

// demonstrate adds a circuit to a service of its own, proves it once, and then times proofs.
func demonstrate(
	ctx context.Context, in string, constraints, proofs int, told *program.Bars,
) (*demonstration, error) {
	begun := func(what string) { fmt.Fprintln(told, what, "...") }
	log := program.Log(told, zerolog.WarnLevel)
	begun(fmt.Sprintf("compiling a chain of MiMC hashes over BN254, of up to %d constraints, "+
		"and making its keys for Groth16", constraints))
	e, err := newExample(ctx, constraints)
	if err != nil {
		return nil, err
	}
	begun("starting NATS, a server and a worker")
	s := &service{
		folder: in, keep: jobs.DefaultKeep, proving: true, log: log,
		nats:     server.Config{Address: "127.0.0.1:0"},
		worker:   worker.Config{Progress: told.Show},
		registry: prometheus.NewRegistry(),
	}
	if err := s.start(ctx); err != nil {
		return nil, err
	}
	defer s.stop()
	prover := (*client.Client)(s.queues[0].Handle())
	begun("adding the circuit")
	circuit, err := prover.AddCircuit(ctx, e.System, e.pk, e.vk)
	if err != nil {
		return nil, err
	}
	begun("loading the key, and proving for the first time")
	begin := time.Now()
	if _, err := prover.Prove(ctx, circuit, e.Full); err != nil {
		return nil, err
	}
	d := &demonstration{
		Constraints: e.System.GetNbConstraints(), First: jobs.Seconds(time.Since(begin)),
	}
	begun("proving, timed")
	return d, d.time(ctx, prover, circuit, e, proofs)
}

func (d *demonstration) time(
	ctx context.Context, prover *client.Client, circuit string, e *example, proofs int,
) error {
	var wait, prove, overhead []float64
	for d.Proofs < max(proofs, 1) {
		begin := time.Now()
		job, err := prover.Submit(ctx, circuit, e.Full, client.Again())
		if err != nil {
			return err
		}
		proof, err := job.Wait(ctx)
		if err != nil {
			return err
		}
		rest := time.Since(begin) - time.Duration(job.Times.Prove*float64(time.Second))
		wait, prove = append(wait, job.Times.Wait), append(prove, job.Times.Prove)
		overhead = append(overhead, jobs.Seconds(rest))
		if err := groth16.Verify(proof.(groth16.Proof), e.vk, e.Public); err != nil {
			return err
		}
		d.Job, d.ProofSHA256 = job.ID, fmt.Sprintf("%x", sha256.Sum256(job.Proof))
		d.Proofs++
	}
	d.Verified = true
	d.Wait, d.Prove, d.Overhead = median(wait), median(prove), median(overhead)
	return nil
}

// median returns the middle one of some values, or the higher of the two.
func median(seconds []float64) float64 {
	slices.Sort(seconds)
	return seconds[len(seconds)/2]
}

const exampleName, exampleSize = "example", 1 << 12 // constraints

// offerExample adds an example circuit once, and prints the command that has its witness proved.
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

func addExample(ctx context.Context, prover *client.Client, path string) error {
	e, err := newExample(ctx, exampleSize)
	if err != nil {
		return err
	}
	content, err := e.Full.MarshalBinary()
	if err != nil {
		return err
	}
	if err := os.WriteFile(path, content, 0o600); err != nil {
		return err
	}
	_, err = prover.AddCircuit(ctx, e.System, e.pk, e.vk, client.WithName(exampleName))
	return err
}

// example is a compiled circuit with keys that serve demonstrations only.
type example struct {
	*catalog.Compiled
	pk groth16.ProvingKey
	vk groth16.VerifyingKey
}

func newExample(ctx context.Context, constraints int) (*example, error) {
	return interrupt.Await(ctx, func() (e *example, err error) {
		chain, err := catalog.Lookup("mimc")
		if err != nil {
			return nil, err
		}
		e = new(example)
		e.Compiled, err = catalog.Compile(chain, ecc.BN254, constraints, r1cs.NewBuilder)
		if err == nil {
			e.pk, e.vk, err = groth16.Setup(e.System)
		}
		return e, err
	})
}
