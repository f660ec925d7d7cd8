package groth16

// Provers are the provers over all curves.
var Provers = provers
