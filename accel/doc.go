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
// fields are stable:
//
//	info   "no device, MSMs are computed on the CPU"     reason
//	info   "device opened"                               device, memory
//	warn   "device not opened, others do its work"       error
//	info   "bases do not fit the device, their points are sent with each MSM"
//	                                                     group, points, reason
//	debug  "MSMs timed"                                  points, device, host
//	debug  "key loaded"                                  points, bytes, multiples, took
//	debug  "room for MSMs not made"                      group, points, error
//	warn   "device failed, computed on the CPU"          group, points, error
//	warn   "device failed, begun again on another device"
//	                                                     group, points, error, also by a strict
//	                                                     engine: once a cause, then at debug level
//	warn   "bases not loaded, computed on the CPU"       group, points, error: this or the one
//	                                                     before once a cause, then both at
//	                                                     debug level
//	warn   "device failed, begun again with scalars from the host"
//	                                                     group, points, error: once a cause,
//	                                                     then at debug level
//	warn   "bases not released"                          group, points, error: once a cause,
//	                                                     then at debug level
//	warn   "vectors not released"                        field, elements, operation, error:
//	                                                     once a cause, then at debug level
//	warn   "device lost, it is not used any more"        error
//	info   "how proofs with this key are verified"       verifiedBy, advice
//	debug  "proving key checked"                         part, took
//	warn   "a device was wrong about a proving key, which the CPU finds right"
//	warn   "proofs did not verify and were withheld"     proofs, fault=device|solver, error
//	warn   "MSMs were wrong and were withheld"           group, points, vectors
//	info   "prepared file"                               prepared=made|used, kind, bytes, took
//	warn   "a prepared file is refused, and made anew"   error, prepared=refused, kind, file
//	warn   "a prepared folder is refused, and keeps nothing"
//	                                                     error, prepared=refused, folder:
//	                                                     once for each cause
//	warn   "keeping a prepared file"                     error, kind
//	warn   "the program of a constraint system is not kept"
//	                                                     error
//	error  "our solver disagrees with gnark's, which is used"
//	                                                     solvedBy, error
//	warn   "our solver failed, gnark's did not"          solvedBy, error
//	warn   "constraint system is left to gnark's solver" solvedBy, error, gnark, advice
//	debug  "hints are called as functions"               calls
//	debug  "no memory kept for vectors"                  field, elements, operation, error
//	debug  "vectors not prepared"                        field, elements, operation, error
//	debug  "vectors not sent ahead"                      field, elements, operation, error
//	debug  "msm done"                                    group, points, acceleration=cuda, window,
//	                                                     factor, chunks, bytesUp, upload, partition,
//	                                                     accumulate, reduce, took
//	debug  "msm on the CPU"                              group, points, acceleration=none,
//	                                                     reason=small|no device|failure
//	debug  "vectors done"                                field, elements, operation,
//	                                                     acceleration=cuda, took
//	debug  "vectors on the CPU"                          field, elements, operation,
//	                                                     acceleration=none, reason, which may be
//	                                                     no room
//
// Lines about one of several devices have deviceIndex and deviceName, too. Its errors begin with
// both. Durations are in milliseconds. Where vectors fail, "device failed, computed on the CPU" has
// field, elements and operation in place of group and points. "msm on the CPU" and "vectors on
// the CPU" for want of a device come once an engine.
package accel
