package main

import (
	"cmp"
	"context"
	"errors"
	"os"

	"github.com/gnark-accel/gnark-accel/service/client"
	"github.com/gnark-accel/gnark-accel/service/internal/jobs"
)

func runSubmit(ctx context.Context, c *call) error {
	circuit := c.flags.String("circuit", "", "a name of the circuit, or its digest")
	var asked jobs.Request
	c.flags.StringVar((*string)(&asked.Priority), "priority", "normal", "high, normal or low")
	until := c.flags.String("deadline", "1h",
		"how long the proof is of use, or until when: 10m or 2030-01-31T12:00:00Z")
	c.flags.StringVar(&asked.Key, "job-key", "",
		"distinguishes jobs with the same circuit and witness")
	c.flags.BoolVar(&asked.Again, "again", false, "make a new proof also if there is one")
	wait := c.flags.Bool("wait", true, "wait for the proof")
	to := c.flags.String("proof", "", "file to write the proof to, in gnark's binary form")
	if err := c.connect(ctx, "WITNESS"); err != nil {
		return err
	}
	deadline, err := jobs.Deadline(*until)
	if err != nil {
		return err
	}
	full, err := os.ReadFile(c.arguments[0])
	if err != nil {
		return err
	}
	defer clear(full)
	job, err := c.prover.SubmitBytes(ctx, *circuit, full, func(r *jobs.Request) {
		r.Priority, r.Key, r.Again, r.Deadline = asked.Priority, asked.Key, asked.Again, deadline
	})
	if err != nil {
		return err
	}
	if *wait {
		err = job.End(ctx)
	}
	if err == nil && *to != "" && job.Proof != nil {
		err = os.WriteFile(*to, job.Proof, 0o644)
	}
	return errors.Join(c.print(job.Record, nil), err)
}

func runJobs(ctx context.Context, c *call) error {
	var of client.Filter
	c.flags.StringVar((*string)(&of.State), "state", "",
		"queued, running, done, failed or cancelled; empty for all")
	c.flags.StringVar(&of.Circuit, "circuit", "", "a name of their circuit, or its digest")
	c.flags.StringVar(&of.After, "after", "", "the last job of the page before")
	c.flags.IntVar(&of.Limit, "limit", 0, "jobs of a page; 0 for 100")
	if err := c.connect(ctx); err != nil {
		return err
	}
	return c.print(c.prover.Jobs(ctx, of))
}

func runStatus(ctx context.Context, c *call) error {
	id := c.flags.String("job", "", "the identifier of a job")
	cancel := c.flags.Bool("cancel", false, "cancel the job")
	if err := c.connect(ctx); err != nil {
		return err
	}
	if *id == "" {
		queue, noQueue := c.prover.Lines(ctx)
		workers, err := c.prover.Workers(ctx)
		for i := range workers {
			workers[i].Ability.Hints = nil // a hundred numbers
		}
		return c.print(map[string]any{"queue": queue, "workers": workers}, cmp.Or(noQueue, err))
	}
	if *cancel {
		if err := c.prover.Cancel(ctx, *id); err != nil {
			return err
		}
	}
	job, err := c.prover.Job(ctx, *id)
	if err != nil {
		return err
	}
	return c.print(job.Record, nil)
}
