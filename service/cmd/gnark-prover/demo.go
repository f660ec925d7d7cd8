package main

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/consensys/gnark/backend/groth16"
	"github.com/gnark-accel/gnark-accel/examples/circuits/bars"
	"github.com/gnark-accel/gnark-accel/service/client"
	"github.com/gnark-accel/gnark-accel/service/internal/example"
	"github.com/gnark-accel/gnark-accel/service/internal/folder"
	"github.com/gnark-accel/gnark-accel/service/internal/logs"
	"github.com/gnark-accel/gnark-accel/service/internal/serve"
	"github.com/gnark-accel/gnark-accel/service/internal/store"
	"github.com/gnark-accel/gnark-accel/service/worker"
	"github.com/nats-io/nats.go"
	"github.com/rs/zerolog"
)

var demoCommand = command{
	name: "demo",
	does: "demo starts a service in a temporary folder, proves an example circuit on it and ends.",
	examples: []string{
		"demo",
		"demo -constraints 262144 -proofs 50",
	},
	run: runDemo,
}

type demonstration struct {
	Circuit     string  `json:"circuit"`
	Constraints int     `json:"constraints"`
	Job         string  `json:"job"`
	Verified    bool    `json:"verified"`
	ProofSHA256 string  `json:"proofSHA256"`
	ProofBytes  int     `json:"proofBytes"`
	Setup       float64 `json:"setupSeconds"`    // of the circuit, its compilation included
	Start       float64 `json:"startSeconds"`    // of the service
	Add         float64 `json:"addSeconds"`      // of the circuit to the service
	First       float64 `json:"firstSeconds"`    // from the first submission to the proof
	Proofs      int     `json:"proofs"`          // that were made after the first one, in turn
	Wait        float64 `json:"waitSeconds"`     // the median from a submission to the worker
	Prove       float64 `json:"proveSeconds"`    // the median of proof and verification
	Overhead    float64 `json:"overheadSeconds"` // the median of all else
}

func runDemo(ctx context.Context, c *call) error {
	constraints := c.flags.Int("constraints", 1<<12, "the size of the circuit")
	proofs := c.flags.Int("proofs", 1, "number of proofs to time")
	if _, err := c.parse(); err != nil {
		return err
	}
	temporary, err := os.MkdirTemp("", "gnark-prover-demo-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(temporary)
	told := bars.New(c.errOut)
	shown, err := demonstrate(ctx, temporary, *constraints, *proofs, told)
	if err != nil {
		return err
	}
	return printJSON(c, shown)
}

// demonstrate adds a circuit to a service of its own and proves it. The first proof waits for the
// circuit to be loaded, and those after it are timed. It says what begins.
func demonstrate(
	ctx context.Context, in string, constraints, proofs int, told *bars.Bars,
) (*demonstration, error) {
	log := logs.New(told, zerolog.WarnLevel)
	begun := func(what string) { fmt.Fprintln(told, what, "...") }
	var d demonstration
	begin := time.Now()
	lap := func(to *float64) { *to, begin = time.Since(begin).Seconds(), time.Now() }

	begun("compiling a circuit and making its keys")
	e, err := example.New("mimc", constraints)
	if err != nil {
		return nil, err
	}
	lap(&d.Setup)
	begun("starting NATS, a server and a worker")
	service, err := serve.Start(ctx, serve.Config{
		Folder: in, NATS: "127.0.0.1:0", Keep: store.DefaultKeep,
		Prove: true, Worker: worker.Config{Progress: told.Show},
		Log: log,
	})
	if err != nil {
		return nil, err
	}
	defer service.Stop()
	tenant := service.Server.Tenants()[0]
	prover, err := client.Connect(service.Server.URL(),
		client.WithKeyFile(filepath.Join(in, folder.KeyFile)),
		client.WithNATS(nats.UserInfo(tenant.Name, tenant.Token)))
	if err != nil {
		return nil, err
	}
	defer prover.Close()
	lap(&d.Start)
	begun("adding the circuit")
	d.Constraints = e.System.GetNbConstraints()
	d.Circuit, err = prover.AddCircuit(ctx, e.System, e.PK, e.VK, client.WithName("demo"))
	if err != nil {
		return nil, err
	}
	lap(&d.Add)
	begun("loading the key, and proving for the first time")
	if _, err := prover.Prove(ctx, d.Circuit, e.Witness); err != nil {
		return nil, err
	}
	lap(&d.First)
	begun("proving, timed")
	return &d, d.time(ctx, prover, e, proofs)
}

// time makes proofs in turn, and notes the medians of their times.
func (d *demonstration) time(
	ctx context.Context, prover *client.Client, e *example.Example, proofs int,
) error {
	var wait, prove, overhead []float64
	for range max(proofs, 1) {
		begin := time.Now()
		job, err := prover.Submit(ctx, d.Circuit, e.Witness, client.Again())
		if err != nil {
			return err
		}
		proof, err := job.Wait(ctx)
		if err != nil {
			return err
		}
		took := time.Since(begin).Seconds()
		wait, prove = append(wait, job.Times.Wait), append(prove, job.Times.Prove)
		overhead = append(overhead, took-job.Times.Prove)
		if err := e.Verify(proof.(groth16.Proof)); err != nil {
			return err
		}
		digest := sha256.Sum256(job.Proof)
		d.Job, d.ProofBytes, d.ProofSHA256 = job.ID, len(job.Proof), hex.EncodeToString(digest[:])
		d.Proofs++
	}
	d.Verified = true
	d.Wait, d.Prove, d.Overhead = median(wait), median(prove), median(overhead)
	return nil
}

// median returns the middle one of some values, or the higher of the two.
func median(values []float64) float64 {
	slices.Sort(values)
	return values[len(values)/2]
}
