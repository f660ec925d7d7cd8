package main

import (
	"context"
	"fmt"
	"strings"
	"text/tabwriter"

	"github.com/gnark-accel/gnark-accel/service/client"
	"github.com/gnark-accel/gnark-accel/service/internal/console"
)

func runAdd(ctx context.Context, c *call) error {
	scheme := c.flags.String("scheme", "groth16", "groth16 or plonk")
	curve := c.flags.String("curve", "bn254", "bn254, bls12_377, bls12_381 or bw6_761")
	name := c.flags.String("name", "", "a name to point at the circuit; it may have several")
	version := c.flags.String("gnark", "",
		"version of gnark that compiled the circuit; empty for what the system says")
	replace := c.flags.Bool("replace", false, "take the name from the circuit that has it")
	solidity := c.flags.Bool("solidity", false, "make proofs for gnark's verifiers in Solidity")
	statistical := c.flags.Bool("statistical-zk", false,
		"have PLONK hide the quotient statistically")
	prover, arguments, err := c.client(ctx, "SYSTEM", "PROVING-KEY", "VERIFYING-KEY")
	if err != nil {
		return err
	}
	defer prover.Close()
	shown := console.New(c.errOut)
	shown.Lines = true
	options := []client.CircuitOption{client.WithName(*name), client.WithGnark(*version),
		client.WithProgress(shown.Show)}
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
	shown.Write(nil) // ends a bar
	fmt.Fprintln(c.out, m.Digest)
	return nil
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
