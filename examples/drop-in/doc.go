// Package dropin holds a gnark program before and after it was accelerated.
//
// README.md shows the difference, and a test compares it with the files.
package dropin
