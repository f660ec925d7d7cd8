// Command bench measures gnark-accel, and turns the measurements into pages, a chart and
// comparisons.
//
// Every result of an MSM is compared with one that was computed in another way, every proof is
// verified by gnark. Rows are appended to a file as soon as they are finished. Each names its
// machine; rows of different kinds of devices are never compared, nor shown together.
//
// README.md describes the commands and the rows. bench is a module of its own: the library does not
// depend on the modules that it needs.
package main
