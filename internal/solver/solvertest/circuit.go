package solvertest

import "github.com/consensys/gnark/frontend"

// circuit is a circuit of some variables that a function defines. The first variables are public.
type circuit struct {
	Public frontend.Variable `gnark:",public"`
	Secret []frontend.Variable
	define define
}

type define func(api frontend.API, x []frontend.Variable) error

type values []frontend.Variable

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

func (v values) assign() frontend.Circuit {
	if v == nil {
		return nil
	}
	return &circuit{Public: v[0], Secret: v[1:]}
}
