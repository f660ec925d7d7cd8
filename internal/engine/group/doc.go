// Package group shares work out to an engine's devices: it alone knows more than one.
//
// A [Set] has an [engine.Engine] for each device, and opens it when work first reaches the device.
// It chooses the device for a task. Where that one fails another does the task again, and then the
// CPU. A [Group] computes MSMs on a set: it cuts them into ranges of their points where several
// devices share one.
package group
