//go:build !gnark014

package solvertest

import (
	"github.com/consensys/gnark/frontend"
	"github.com/consensys/gnark/std/gkrapi"
	"github.com/consensys/gnark/std/gkrapi/gkr"
	_ "github.com/consensys/gnark/std/hash/all" // GKR finds its hash by name
)

// layered are circuits with GKR.
func layered() []Circuit { return []Circuit{small("gkr", new(proved), provedOf(2), nil)} }

// lacking are the circuits of the catalogue that this gnark cannot compile.
var lacking map[string]bool

// proved multiplies many pairs by a circuit of GKR, whose blueprints solve themselves and keep
// state.
type proved struct{ X, Y [8]frontend.Variable }

func provedOf(n int) *proved {
	c := new(proved)
	for i := range c.X {
		c.X[i], c.Y[i] = i+n, 2*i+1
	}
	return c
}

// Define implements frontend.Circuit.
func (c *proved) Define(api frontend.API) error {
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
	for i := range c.X {
		out, err := compiled.AddInstance(map[gkr.Variable]frontend.Variable{x: c.X[i], y: c.Y[i]})
		if err != nil {
			return err
		}
		api.AssertIsEqual(out[z], api.Mul(c.X[i], c.X[i], c.Y[i]))
	}
	return nil
}
