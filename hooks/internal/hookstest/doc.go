// Package hookstest tests what the hooks have in common, whatever the proof system: each hook
// describes its own as a [Scheme] and runs the tests that are methods of it.
package hookstest
