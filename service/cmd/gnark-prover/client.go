package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/consensys/gnark"
	"github.com/gnark-accel/gnark-accel/service/client"
)

var addCommand = command{
	name: "circuits add",
	does: "stores a constraint system with its keys and prints its digest.",
	examples: []string{
		"circuits add -folder /tmp/prover -name transfer transfer.ccs transfer.pk transfer.vk",
		"circuits add -folder /tmp/prover -scheme plonk -curve bls12_381 a.ccs a.pk a.vk",
	},
	run: runAdd,
}

func runAdd(ctx context.Context, c *call) error {
	scheme := c.flags.String("scheme", "groth16", "groth16 or plonk")
	curve := c.flags.String("curve", "bn254", "bn254, bls12_377, bls12_381 or bw6_761")
	name := c.flags.String("name", "", "a name to point at the circuit; it may have several")
	replace := c.flags.Bool("replace", false, "take the name from the circuit that has it")
	solidity := c.flags.Bool("solidity", false, "make proofs for gnark's verifiers in Solidity")
	statistical := c.flags.Bool("statistical-zk", false,
		"have PLONK hide the quotient statistically")
	prover, arguments, err := c.client(ctx, "SYSTEM", "PROVING-KEY", "VERIFYING-KEY")
	if err != nil {
		return err
	}
	defer prover.Close()
	options := []client.CircuitOption{client.WithName(*name)}
	if *replace {
		options = append(options, client.ReplacingName())
	}
	if *solidity {
		options = append(options, client.ForSolidity())
	}
	if *statistical {
		options = append(options, client.WithStatisticalZK())
	}
	m, err := prover.AddFiles(ctx, *scheme, *curve, [3]string(arguments), options...)
	if err != nil {
		return err
	}
	fmt.Fprintln(c.out, m.Digest)
	return nil
}

var listCommand = command{
	name: "circuits list",
	does: "prints the circuits that jobs can name.",
	examples: []string{
		"circuits list -folder /tmp/prover",
		"circuits list -nats nats://acme:TOKEN@10.0.0.1:4222 -key acme.key",
	},
	run: runList,
}

func runList(ctx context.Context, c *call) error {
	prover, _, err := c.client(ctx)
	if err != nil {
		return err
	}
	defer prover.Close()
	all, err := prover.Circuits(ctx)
	if err != nil {
		return err
	}
	table := tabwriter.NewWriter(c.out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "digest\tnames\tscheme\tcurve\tconstraints\tMiB")
	for _, m := range all {
		fmt.Fprintf(table, "%s\t%s\t%s\t%s\t%d\t%.1f\n", m.Digest,
			strings.Join(m.Names, ","), m.Scheme, m.Curve, m.Constraints,
			float64(m.Bytes())/(1<<20))
	}
	return table.Flush()
}

var removeCommand = command{
	name: "circuits remove",
	does: "removes a circuit, or one of its names where it has several.",
	examples: []string{
		"circuits remove -folder /tmp/prover transfer",
		"circuits remove -nats nats://acme:TOKEN@10.0.0.1:4222 -key acme.key transfer",
	},
	run: runRemove,
}

func runRemove(ctx context.Context, c *call) error {
	prover, arguments, err := c.client(ctx, "CIRCUIT")
	if err != nil {
		return err
	}
	defer prover.Close()
	if err := prover.RemoveCircuit(ctx, arguments[0]); err != nil {
		return err
	}
	fmt.Fprintln(c.out, arguments[0], "removed")
	return nil
}

var submitCommand = command{
	name: "submit",
	does: "has a witness proved and prints the job as JSON.",
	examples: []string{
		"submit -folder /tmp/prover -circuit transfer -proof proof.bin witness.bin",
		"submit -nats nats://acme:TOKEN@10.0.0.1:4222 -key acme.key -circuit transfer witness.bin",
	},
	run: runSubmit,
}

func runSubmit(ctx context.Context, c *call) error {
	circuit := c.flags.String("circuit", "", "a name of the circuit, or its digest")
	priority := c.flags.String("priority", "normal", "high, normal or low")
	deadline := c.flags.Duration("deadline", time.Hour, "how long the proof is of use")
	caller := c.flags.String("job-key", "", "distinguishes jobs with the same circuit and witness")
	again := c.flags.Bool("again", false, "make a new proof also if there is one")
	wait := c.flags.Bool("wait", true, "wait for the proof")
	to := c.flags.String("proof", "", "file to write the proof to, in gnark's binary form")
	prover, arguments, err := c.client(ctx, "WITNESS")
	if err != nil {
		return err
	}
	defer prover.Close()
	full, err := os.ReadFile(arguments[0])
	if err != nil {
		return err
	}
	defer clear(full)
	options := []client.ProveOption{
		client.WithPriority(client.Priority(*priority)), client.WithKey(*caller),
		client.WithDeadline(time.Now().Add(*deadline)),
	}
	if *again {
		options = append(options, client.Again())
	}
	job, err := prover.SubmitBytes(ctx, *circuit, full, options...)
	if err != nil {
		return err
	}
	if *wait {
		err = job.End(ctx)
	}
	if err == nil && *to != "" && job.Proof != nil {
		err = os.WriteFile(*to, job.Proof, 0o644)
	}
	return errors.Join(printJSON(c, job.Record), err)
}

var statusCommand = command{
	name: "status",
	does: "prints a job, or the queue and the workers, as JSON.",
	examples: []string{
		"status -folder /tmp/prover",
		"status -folder /tmp/prover -job 46c0c1952402f1d566fb61eaa8f11f8e",
	},
	run: runStatus,
}

func runStatus(ctx context.Context, c *call) error {
	id := c.flags.String("job", "", "the identifier of a job")
	cancel := c.flags.Bool("cancel", false, "cancel the job")
	prover, _, err := c.client(ctx)
	if err != nil {
		return err
	}
	defer prover.Close()
	if *id == "" {
		return printState(ctx, c, prover)
	}
	if *cancel {
		if err := prover.Cancel(ctx, *id); err != nil {
			return err
		}
	}
	job, err := prover.Job(ctx, *id)
	if err != nil {
		return err
	}
	return printJSON(c, job.Record)
}

func printState(ctx context.Context, c *call, prover *client.Client) error {
	lines, err := prover.Lines(ctx)
	if err != nil {
		return err
	}
	workers, err := prover.Workers(ctx)
	if err != nil {
		return err
	}
	for i := range workers {
		workers[i].Ability.Hints = nil // a hundred numbers
	}
	return printJSON(c, struct {
		Queue   []client.Line   `json:"queue"`
		Workers []client.Worker `json:"workers"`
	}{lines, workers})
}

var versionCommand = command{
	name:     "version",
	does:     "prints the versions of the program, of gnark and of Go.",
	examples: []string{"version", "version -h"},
	run:      runVersion,
}

func runVersion(_ context.Context, c *call) error {
	if _, err := c.parse(); err != nil {
		return err
	}
	built, known := debug.ReadBuildInfo()
	if !known {
		built = new(debug.BuildInfo)
	}
	version := built.Main.Version
	for _, setting := range built.Settings {
		switch {
		case setting.Key == "vcs.revision" || setting.Key == "-tags":
			version += " " + setting.Value
		case setting.Key == "vcs.modified" && setting.Value == "true":
			version += " with changes"
		}
	}
	for _, m := range built.Deps {
		if m.Replace != nil {
			version += fmt.Sprintf(", %s by %s %s", m.Path, m.Replace.Path, m.Replace.Version)
		}
	}
	_, err := fmt.Fprintf(c.out, "gnark-prover %s\ngnark v%s\n%s %s/%s\n", version, gnark.Version,
		runtime.Version(), runtime.GOOS, runtime.GOARCH)
	return err
}
