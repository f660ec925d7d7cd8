// Package broken compiles for some systems, and not for others.
package broken

// Word has the size of a pointer.
var Word uintptr = wide
