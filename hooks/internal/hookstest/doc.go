// Package hookstest tests the common behaviour of the hooks of all proof systems. Each hook
// describes its own as a [Scheme] and runs the tests, which are methods of the Scheme.
package hookstest
