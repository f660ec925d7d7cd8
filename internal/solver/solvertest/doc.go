// Package solvertest has systems and witnesses on which solvers are compared, and the tests of our
// solver over a field, which the package of each curve runs.
package solvertest
