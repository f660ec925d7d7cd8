// Package kzg has the type of KZG's proving keys on a device, once for all curves. Packages
// accel/<curve>/kzg name it for a curve, and load keys.
package kzg
