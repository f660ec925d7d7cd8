package main

import (
	_ "embed"
	"io"
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
func (s *settings) writePlan(w io.Writer) error {
	circuit, err := s.build()
	if err != nil {
		return err
	}
	p, err := s.scheme.Plan(circuit.System,
		proving.EngineOptions(s.memoryLimit, s.devices, s.minSize)...)
	if err != nil {
		return err
	}
	t := newTable(w)
	err = planTable.Execute(t, planned{p, s.circuit.Name(), s.scheme.Name,
		catalog.CurveName(s.curve), circuit.System.GetNbConstraints()})
	if err != nil {
		return err
	}
	return t.Flush()
}
