// Package system reads gnark's constraint systems for the provers, once for all curves. It has the
// rows and the wires of a system, the sizes of its keys, and what follows from its wires.
package system
