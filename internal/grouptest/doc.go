// Package grouptest tests the groups of every curve. A test package of accel/<curve> describes
// its groups as values of [Group], and runs the tests that are their methods.
//
// Most tests need a device and skip without one. They open strict engines, so that nothing but
// the device can have computed. The expected sums need no MSM: the discrete logarithms of the
// points are known, so that a sum is one multiple of the generator.
package grouptest
