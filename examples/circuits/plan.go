package main

import (
	_ "embed"
	"text/template"

	"github.com/gnark-accel/gnark-accel/accel/memory"
	"github.com/gnark-accel/gnark-accel/examples/circuits/catalog"
	"github.com/gnark-accel/gnark-accel/examples/circuits/proving"
)

//go:embed plan.tmpl
var planText string

// planTable is the table of a plan. The rows that stay between proofs come first, then the rows
// that a proof adds, then both together.
var planTable = template.Must(template.New("plan").Funcs(template.FuncMap{
	"size": size,
}).Parse(planText))

// planned is a plan and its circuit, for the table.
type planned struct {
	*memory.Plan
	Circuit, Scheme, Curve string
	Constraints            int
}

// Adds are the bytes that a proof adds, with its sums.
func (p planned) Adds() uint64 { return p.Proof() + p.Scratch() }

// writePlan compiles the circuit, and prints how a device's memory would serve it.
func (p *program) writePlan() error {
	if err := p.build(); err != nil {
		return err
	}
	plan, err := p.scheme.Plan(p.made.System,
		proving.EngineOptions(p.memoryLimit, p.devices, p.minSize)...)
	if err != nil {
		return err
	}
	return planTable.Execute(p.table, planned{plan, p.circuit.Name(), p.scheme.Name,
		catalog.CurveName(p.curve), p.made.System.GetNbConstraints()})
}
