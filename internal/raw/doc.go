// Package raw shows Go values as bytes, and bytes as values, without copies.
//
// It is how field elements and points travel to a device and back.
package raw
