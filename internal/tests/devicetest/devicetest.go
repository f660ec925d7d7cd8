// Package devicetest opens engines for tests that need a device. Whether the device is a GPU or the
// emulator is not known here, nor to the tests.
package devicetest

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/accel/cuda"
)

// Environment variables, set to 1 to change the tests.
const (
	// RequireVariable makes a missing device a failure instead of a skip.
	RequireVariable = "GNARK_ACCEL_REQUIRE_DEVICE"
	// LongVariable asks for tests that take long.
	LongVariable = "GNARK_ACCEL_LONG"
)

// FewBuckets is an option for MSMs of few points on an emulated device. The windows planned for a
// GPU, which has threads for them, are wide: tens of thousands of buckets, that the emulator
// reduces one after the other for a second. With narrow windows the same kernels go over a few
// hundred. On a GPU, and with [LongVariable], it leaves the windows to the plan.
func FewBuckets() accel.Option {
	if Emulated() && os.Getenv(LongVariable) != "1" {
		return NarrowBuckets()
	}
	return PlannedBuckets()
}

// NarrowBuckets is [FewBuckets] with [LongVariable] too, for tests of hundreds of engines.
func NarrowBuckets() accel.Option {
	const narrow = 7
	return accel.WithWindow(narrow)
}

// PlannedBuckets is an option that undoes [FewBuckets]: the plan chooses the windows.
func PlannedBuckets() accel.Option { return accel.WithWindow(0) }

// Options returns the options of a test's engines, and then others. The engines have the first
// device alone, so that the work and the memory of one device can be counted, whatever the host
// has. Every MSM goes there: [accel.WithMinSize] is 1. They have [FewBuckets].
func Options(others ...accel.Option) []accel.Option {
	usual := []accel.Option{accel.WithDevices(0), accel.WithMinSize(1), FewBuckets()}
	return append(usual, others...)
}

// EveryDevice is an option that undoes the choice of the first device by [Options].
func EveryDevice() accel.Option { return accel.WithDevices() }

// Open opens an engine with [Options], and closes it at the end of the test. Without a device it
// skips the test, or fails it if [RequireVariable] says so.
func Open(t testing.TB, opts ...accel.Option) *accel.Engine {
	t.Helper()
	e, err := accel.Open(Options(opts...)...)
	if err == nil {
		AtEnd(t, e.Close)
		err = e.Unavailable()
	}
	if err != nil {
		missing(t, err)
	}
	return e
}

// Require skips or fails the test as [Open] does. It serves tests that open engines themselves.
func Require(t testing.TB) {
	t.Helper()
	e, err := accel.Open()
	if err == nil {
		err = errors.Join(e.Unavailable(), e.Close())
	}
	if err != nil {
		missing(t, err)
	}
}

// Emulated says, by the name of the driver's library, whether the device is emulated.
func Emulated() bool {
	return strings.Contains(filepath.Base(os.Getenv(cuda.LibraryVariable)), "emulator")
}

// LocksPages skips a test of pages that a device locks, where the emulator has confidential
// computing.
func LocksPages(t testing.TB) {
	t.Helper()
	if Emulated() && os.Getenv("GNARK_ACCEL_EMULATOR_CONFIDENTIAL") == "1" {
		t.Skip("with confidential computing no pages are locked")
	}
}

// NoError ends a test at an error that it does not expect.
func NoError(t testing.TB, errs ...error) {
	t.Helper()
	if err := errors.Join(errs...); err != nil {
		t.Fatal(err)
	}
}

// AtEnd runs a function at the end of a test, such as one that closes an engine.
func AtEnd(t testing.TB, end func() error) {
	t.Helper()
	t.Cleanup(func() {
		if err := end(); err != nil {
			t.Error(err)
		}
	})
}

// Written returns the bytes that a function writes, such as a key's WriteTo.
func Written(t testing.TB, write func(io.Writer) (int64, error)) []byte {
	t.Helper()
	var b bytes.Buffer
	_, err := write(&b)
	NoError(t, err)
	return b.Bytes()
}

func missing(t testing.TB, why error) {
	t.Helper()
	if os.Getenv(RequireVariable) == "1" {
		t.Fatalf("no device: %v", why)
	}
	t.Skipf("no device: %v", why)
}

// Thorough says whether a test is to try everything, or a sample. Most tests repeat, for a group of
// another curve, the tests of one group: only that one says that it is usually thorough. With
// [LongVariable] all are, and with -short none is.
func Thorough(usually bool) bool {
	return os.Getenv(LongVariable) == "1" || usually && !testing.Short()
}

// SkipRepeatedFailures skips a test of failing calls that another curve or group has, too.
// [LongVariable] asks for all. Such tests meet code of the host, which is the same for all.
func SkipRepeatedFailures(t testing.TB, first bool) {
	t.Helper()
	if repeated(first) {
		t.Skipf("the host's code is one for all: %s has the others meet it, too", LongVariable)
	}
}

// SkipRepeated skips a test under -short, unless a GPU is required. It does so if the test repeats
// one for another curve or group. first says that this is the one that short runs keep.
func SkipRepeated(t testing.TB, first bool) {
	t.Helper()
	required := os.Getenv(RequireVariable) == "1"
	if testing.Short() && (Emulated() || !required) && repeated(first) {
		t.Skip("one template for all curves: -short leaves it to the first one")
	}
}

// SkipOfHost skips a test of the host's work alone, on an emulated device. The tests without the
// tag cuda run it as well. first says that this is the one that the tests of a device keep.
func SkipOfHost(t testing.TB, first bool) {
	t.Helper()
	if Emulated() && repeated(first) {
		t.Skip("the host does all of it: the tests without the tag cuda run it, too")
	}
}

// SkipRepeatedOfHost skips a test that [SkipRepeated] or [SkipOfHost] skips.
func SkipRepeatedOfHost(t testing.TB, first bool) {
	t.Helper()
	SkipRepeated(t, first)
	SkipOfHost(t, first)
}

// repeated says whether a test is one that only long runs repeat.
func repeated(first bool) bool { return !first && !Thorough(false) }
