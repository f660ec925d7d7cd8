// Package solvertest has systems and witnesses to compare solvers on. It also tests the fast
// solver.
package solvertest
