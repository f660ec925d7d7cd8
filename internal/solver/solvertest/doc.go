// Package solvertest has systems and witnesses on which solvers are compared, and tests of the fast
// solver.
package solvertest
