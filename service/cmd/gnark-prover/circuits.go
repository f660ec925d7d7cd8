package main

import (
	"context"
	"fmt"
	"text/tabwriter"

	"github.com/gnark-accel/gnark-accel/service/client"
	"github.com/gnark-accel/gnark-accel/service/internal/circuit"
	"github.com/gnark-accel/gnark-accel/service/internal/natsflags"
)

var addCommand = command{
	name: "circuits add",
	does: "circuits add stores a constraint system with its keys and prints its digest.",
	examples: []string{
		"circuits add -key service.key -name transfer transfer.ccs transfer.pk transfer.vk",
		"circuits add -key acme.key -scheme plonk -curve bls12_381 a.ccs a.pk a.vk",
	},
	run: runAdd,
}

func runAdd(ctx context.Context, c *call) error {
	where := natsflags.New(c.flags)
	scheme := c.flags.String("scheme", "groth16", "groth16 or plonk")
	curve := c.flags.String("curve", "bn254", "bn254, bls12_377, bls12_381 or bw6_761")
	name := c.flags.String("name", "", "a name for people")
	solidity := c.flags.Bool("solidity", false, "make proofs for gnark's verifiers in Solidity")
	statistical := c.flags.Bool("statistical-zk", false,
		"have PLONK hide the quotient statistically")
	arguments, err := c.parse("SYSTEM", "PROVING-KEY", "VERIFYING-KEY")
	if err != nil {
		return err
	}
	var files circuit.Files
	for i, to := range []*circuit.File{&files.System, &files.ProvingKey, &files.VerifyingKey} {
		if *to, err = circuit.FileAt(arguments[i]); err != nil {
			return err
		}
	}
	prover, err := connect(where)
	if err != nil {
		return err
	}
	defer prover.Close()
	options := []client.CircuitOption{client.WithName(*name)}
	if *solidity {
		options = append(options, client.ForSolidity())
	}
	if *statistical {
		options = append(options, client.WithStatisticalZK())
	}
	m, err := prover.AddFiles(ctx, circuit.Scheme(*scheme), *curve, files, options...)
	if err != nil {
		return err
	}
	fmt.Fprintln(c.out, m.Digest)
	return nil
}

var listCommand = command{
	name: "circuits list",
	does: "circuits list prints the circuits that jobs can name.",
	examples: []string{
		"circuits list -key service.key",
		"circuits list -key acme.key -nats nats://acme:TOKEN@10.0.0.1:4222",
	},
	run: runList,
}

func runList(ctx context.Context, c *call) error {
	where := natsflags.New(c.flags)
	if _, err := c.parse(); err != nil {
		return err
	}
	prover, err := connect(where)
	if err != nil {
		return err
	}
	defer prover.Close()
	all, err := prover.Circuits(ctx)
	if err != nil {
		return err
	}
	table := tabwriter.NewWriter(c.out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "digest\tname\tscheme\tcurve\tconstraints\tMiB")
	for _, m := range all {
		fmt.Fprintf(table, "%s\t%s\t%s\t%s\t%d\t%.1f\n", m.Digest, m.Name, m.Scheme, m.Curve,
			m.Constraints, float64(m.Bytes())/(1<<20))
	}
	return table.Flush()
}
