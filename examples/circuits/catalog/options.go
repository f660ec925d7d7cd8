package catalog

import (
	"github.com/consensys/gnark/frontend"
)

// Option changes how [Circuit.New] builds an instance.
type Option func(*request)

// WithBuilder sets the builder by which constraints are counted. With it comes the scheme that the
// circuit's size is chosen for. The default is r1cs.NewBuilder.
func WithBuilder(builder frontend.NewBuilder) Option {
	return func(r *request) { r.builder = builder }
}

// WithSize sets the size of the circuit itself: a number of hashes, levels, signatures or whatever
// the circuit is a number of. It takes the place of the number of constraints, and nothing is
// compiled to choose it. [Cubic] has one size only.
func WithSize(n int) Option {
	return func(r *request) { r.exact = &n }
}

// WithSeed sets the seed of the values in the assignments. The default is 0.
func WithSeed(seed uint64) Option {
	return func(r *request) { r.seed = seed }
}

// WithCommitments has the circuit commit n times to some of its wires. Each costs the prover time
// of its own. Only [MiMC] can: each commitment is to all links of the chain. The default is 0.
func WithCommitments(n int) Option {
	return func(r *request) { r.commitments = n }
}

// request holds the arguments of a circuit's New.
type request struct {
	curve       native
	constraints int
	builder     frontend.NewBuilder
	seed        uint64
	commitments int
	exact       *int // the size itself, in place of constraints
}
