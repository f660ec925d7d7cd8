// Package solvertest has systems and witnesses on which solvers are compared.
package solvertest
