// Package schedule cuts programs into tasks that several workers run.
//
// The footprint of an operation says what it reads and sets, and what it costs. Operations that
// need nothing of each other are spread over tasks. A simulation of the workers tells how many of
// them are worth starting.
package schedule
