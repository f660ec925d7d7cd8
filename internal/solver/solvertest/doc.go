// Package solvertest has systems and witnesses on which solvers are compared, and tests of ours.
package solvertest
