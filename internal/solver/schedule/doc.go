// Package schedule cuts programs into tasks that several workers run.
//
// The footprint of an operation says what it reads and sets, and what it costs. Neighbours that are
// ready at the same time make a block. A plan deals the blocks to lanes, in slots of some
// microseconds, those with the longest paths behind them first (list scheduling). Lanes wait for
// each other between slots only. The plan's time tells how many lanes are worth having. What a lane
// does in a slot is a task.
package schedule
