package main

import (
	"context"
	"fmt"
	"strings"
	"text/tabwriter"

	"github.com/gnark-accel/gnark-accel/service/client"
	"github.com/gnark-accel/gnark-accel/service/internal/program"
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
	if err := c.connect(ctx, "SYSTEM", "PROVING-KEY", "VERIFYING-KEY"); err != nil {
		return err
	}
	shown := program.NewBars(c.errOut)
	shown.Lines = true
	options := []client.CircuitOption{client.WithName(*name), client.WithGnark(*version),
		client.WithProgress(shown.Show)}
	for given, option := range map[*bool]client.CircuitOption{
		replace: client.ReplacingName(), solidity: client.ForSolidity(),
		statistical: client.WithStatisticalZK(),
	} {
		if *given {
			options = append(options, option)
		}
	}
	m, err := c.prover.AddFiles(ctx, *scheme, *curve, [3]string(c.arguments), options...)
	if err != nil {
		return err
	}
	shown.Write(nil) // ends a bar
	fmt.Fprintln(c.out, m.Digest)
	return nil
}

func runList(ctx context.Context, c *call) error {
	if err := c.connect(ctx); err != nil {
		return err
	}
	all, err := c.prover.Circuits(ctx)
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
