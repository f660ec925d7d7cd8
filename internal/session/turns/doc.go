// Package turns says whose turn it is to use a device, and how long there are turns at all.
package turns
