//go:build special

package broken

var tagged = missing
