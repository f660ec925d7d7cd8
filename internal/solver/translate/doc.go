// Package translate turns a compiled constraint system of gnark into a flat program.
//
// The translation knows no curve: it computes with constants through gnark's own field interface.
//
// Five things make a program faster than the system itself. Constants are folded into one. A side
// of a constraint that an earlier constraint has is read from there. Terms with small coefficients
// are accumulated, and reduced once. Divisions of one piece of a level share an inversion. Hints of
// gnark's standard library run on field elements.
package translate
