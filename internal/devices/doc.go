// Package devices shares the work of an engine out to its devices.
//
// Everything below it serves one device: a [session.Engine] has the memory, the turns, the failures
// and the statistics of one. A [Set] has one such engine for each device, and opens it when work
// first reaches the device. It chooses the device for a task, and where the device fails, has
// another one do the task again, and then the CPU.
package devices
