// Package kzgtest tests the KZG commitments of every curve. The test package of accel/<curve>/kzg
// describes its scheme as a value of [Scheme], and runs its tests.
//
// Most tests run on an engine without a device and, where there is one, on a device.
package kzgtest
