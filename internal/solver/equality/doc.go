// Package equality runs gnark's own tests with our solver beside gnark's.
//
// The tests are internal to gnark, so they run in a copy of gnark. There, each system that a test
// solves is solved again by package internal/solver/<curve>, and compared element by element.
package equality
