// Package accel opens the devices that multi-scalar multiplications (MSMs) run on. It holds what
// all curves share: options, device information, errors, statistics and the rule for failures. The
// MSMs themselves, and what else is computed with vectors of scalars, are methods of the packages
// below it, one a curve: accel/bn254 and its siblings.
//
// # Where an MSM, or something about vectors, is computed
//
// An [Engine] computes an MSM on its device if it has one that works and the MSM has at least as
// many points, or the domain of a transform as many elements, as [WithMinSize] says. In all
// other cases gnark-crypto computes it on the CPU, with the same result. Proofs of packages hooks
// go where they take the least time, as a whole: [WithMinSize] says more.
//
// By default a failure is not the caller's concern: without a usable device [Open] gives an
// engine that computes on the CPU, [Engine.Unavailable] says why, and an MSM that fails on the
// device is computed again on the CPU. With [WithStrict] each of these is an error instead. A
// lost device (see [ErrDeviceLost]) is not asked again.
//
// # Several devices
//
// An engine has all devices that the driver shows, unless [WithDevices] lists some. A device costs
// nothing before work reaches it. Each task goes to the device that would end it first. Bases and
// keys lie on one device, the emptiest one, and are copied to another one where work would wait. A
// sum that is large enough to gain by it is spread: each device computes it over a range of the
// points, and the host adds up. A proof of Groth16 is spread in the same way, and a key that no
// single device has room for. [WithPlacement] says otherwise. Vectors live on the first device.
//
// What a device fails at is done again on another device, and on the CPU in the end. A
// lost device is left out, and the others go on. With [WithStrict] the error has the failures of
// all devices that were tried.
//
// Bases that are loaded but larger than the memory that the device, or [WithMemoryLimit], has
// for them are no failure: their points stay on the host and are sent with each MSM, in pieces,
// which takes longer than over points that are there. Which bases fit is decided when they are
// loaded: later ones find what earlier ones left, and bases that did not fit are not tried again
// when others are closed.
//
// # Logging
//
// The engine logs through gnark's logger (github.com/consensys/gnark/logger) unless [WithLogger]
// gives another one. Scalars and points are never logged. The messages and the names of their
// fields are stable: docs/logging.md lists them. An engine without a device says once that the CPU
// computes MSMs, and once that it computes with vectors.
package accel
