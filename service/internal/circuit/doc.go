// Package circuit has circuits as the service knows them: a constraint system with its keys and
// options, described by a manifest and named by a digest.
package circuit
