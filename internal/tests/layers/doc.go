// Package layers has no code. Its tests check the rules of the house: which package may import
// which, where the build tag may stand, and how long a line may be.
package layers
