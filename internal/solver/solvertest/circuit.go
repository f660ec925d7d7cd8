package solvertest

import "github.com/consensys/gnark/frontend"

// circuit is a circuit of some variables, the first of them public, that a function defines.
type circuit struct {
	Public frontend.Variable `gnark:",public"`
	Secret []frontend.Variable
	define define
}

// define defines a circuit of some variables.
type define func(api frontend.API, x []frontend.Variable) error

// values are an assignment.
type values []frontend.Variable

// Define implements frontend.Circuit.
func (c *circuit) Define(api frontend.API) error {
	return c.define(api, append(values{c.Public}, c.Secret...))
}

// small returns a circuit with its assignments, of which the second may be nil.
func small(name string, define define, valid, invalid values) Circuit {
	return Circuit{name, func(frontend.NewBuilder) (a, b, c frontend.Circuit, err error) {
		empty := &circuit{Secret: make([]frontend.Variable, len(valid)-1), define: define}
		return empty, valid.assign(), invalid.assign(), nil
	}}
}

// assign returns the assignment of a circuit, or nil.
func (v values) assign() frontend.Circuit {
	if v == nil {
		return nil
	}
	return &circuit{Public: v[0], Secret: v[1:]}
}
