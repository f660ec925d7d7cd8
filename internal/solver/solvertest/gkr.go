//go:build !gnark014

package solvertest

import (
	"github.com/consensys/gnark/frontend"
	"github.com/consensys/gnark/std/gkrapi"
	"github.com/consensys/gnark/std/gkrapi/gkr"
	_ "github.com/consensys/gnark/std/hash/all" // GKR finds its hash by name
)

func layered() []Circuit {
	in := values{2, 1}
	for i := range 7 {
		in = append(in, i+3, 2*i+3)
	}
	return []Circuit{small("gkr", proved, in, nil)}
}

var lacking map[string]bool

// proved multiplies by a circuit of GKR, whose blueprints solve themselves and keep state.
func proved(api frontend.API, in []frontend.Variable) error {
	g, err := gkrapi.New(api)
	if err != nil {
		return err
	}
	x, y := g.NewInput(), g.NewInput()
	z := g.Mul(x, y)
	z = g.Mul(z, x)
	compiled, err := g.Compile("MIMC")
	if err != nil {
		return err
	}
	for i := 0; i < len(in); i += 2 {
		pair := map[gkr.Variable]frontend.Variable{x: in[i], y: in[i+1]}
		out, err := compiled.AddInstance(pair)
		if err != nil {
			return err
		}
		api.AssertIsEqual(out[z], api.Mul(in[i], in[i], in[i+1]))
	}
	return nil
}
