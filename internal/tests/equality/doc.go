// Package equality runs gnark's own tests, in a copy of gnark. There, each system that a test
// solves is solved again by our solver, and compared element by element.
package equality
