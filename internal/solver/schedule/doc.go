// Package schedule cuts programs into tasks that several workers run.
//
// The footprint of an operation says what it reads and sets, and what it costs. Neighbours that are
// ready at the same time make a block. A plan deals the blocks to queues, those with the longest
// paths behind them first. The plan's time tells how many queues are worth having. What a queue
// does between two waits for other queues is a segment, and a task.
package schedule
