// Package circuits has the circuits that the hooks are tested with.
package circuits
