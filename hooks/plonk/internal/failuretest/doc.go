// Package failuretest proves with a device that fails, call after call of its driver. It holds
// tests alone: they are a package of their own because a failure can take the device from the whole
// process.
package failuretest
