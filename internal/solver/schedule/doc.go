// Package schedule cuts programs into tasks that several workers run.
//
// The footprint of an operation has its reads, its results and its cost. Neighbours that are ready
// at the same time make a block. A plan deals the blocks to queues, the ones with the longest paths
// behind them first. The plan's time tells how many queues are worth having. The work of a queue
// between two waits for other queues is a segment, and a task.
package schedule
