//go:build cuda && linux && (amd64 || arm64)

package groth16

import (
	"errors"
	"io"
	"slices"
	"testing"
	"time"

	curve "github.com/consensys/gnark-crypto/ecc/bn254"
	"github.com/consensys/gnark-crypto/ecc/bn254/fr"
	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/accel/bn254"
	"github.com/gnark-accel/gnark-accel/accel/cuda"
	"github.com/gnark-accel/gnark-accel/internal/engine"
	"github.com/gnark-accel/gnark-accel/internal/engine/group"
	"github.com/gnark-accel/gnark-accel/internal/raw"
	"github.com/gnark-accel/gnark-accel/internal/tests/devicetest"
)

// openSeveral returns an engine on n devices, and the scalar field on each of them.
func openSeveral(t *testing.T, n int, opts ...accel.Option) (*accel.Engine, []*engine.Field) {
	t.Helper()
	devicetest.Devices(t, n)
	e := devicetest.Open(t, append(opts, devicetest.EveryDevice(), accel.WithStrict())...)
	fields := make([]*engine.Field, n)
	for i := range fields {
		part := group.Part{Device: i, To: 1}
		_, _ = group.NewPart((*group.Set)(e), part,
			func(engine *engine.Engine) (io.Closer, error) {
				g1 := (*group.Group[curve.G1Affine, fr.Element])(bn254.NewG1(e))
				fields[i] = g1.On(engine).Field()
				return nil, nil
			}).Any()
	}
	return e, fields
}

// TestAheadToSeveralDevices sends a vector to one device, and windows of it to others, from pages
// that the first one locks or that were locked before.
func TestAheadToSeveralDevices(t *testing.T) {
	devicetest.LocksPages(t)
	const n = 50
	_, fields := openSeveral(t, 3)
	windows := []engine.Window{{From: 0, To: n}, {From: 20, To: 41}, {From: 7, To: 7}}
	for _, pinned := range []bool{false, true} {
		values := elements(n, 0)
		a := engine.NewFollower[fr.Element](t.Context(), fields, windows)
		unpin, _ := a.Begin(values, pinned)
		if (unpin == nil) != pinned {
			t.Errorf("pages locked before: %v", pinned)
		}
		for _, known := range []int{1, 20, 30, n} {
			a.Known(known)
			time.Sleep(time.Millisecond)
		}
		for i, f := range fields[:2] {
			want := values[windows[i].From:windows[i].To]
			s, v, err := a.On(f).Sent(f, want)
			if err != nil {
				t.Fatal(err)
			}
			got := make([]fr.Element, len(want))
			err = s.Compute("download", 0, func(w *cuda.Workspace) error {
				return w.Download(raw.Bytes(got), v)
			})
			if err != nil || !slices.Equal(got, want) {
				t.Errorf("device %d has other elements, %v", i, err)
			}
		}
		_, _, err := a.On(fields[2]).Sent(fields[2], values[7:7])
		if !errors.Is(err, engine.ErrOnCPU) {
			t.Errorf("an empty window: %v", err)
		}
		if err := errors.Join(a.Close(), a.Close()); err != nil {
			t.Error(err)
		}
		if unpin != nil {
			unpin()
		}
	}
	if a := (*engine.Follower[fr.Element])(nil); a.On(fields[0]) != nil || a.Close() != nil {
		t.Error("nil sends something")
	}
}

// TestAheadToSeveralOfAClosedEngine: an engine closes while a solver runs, and waits for nobody.
func TestAheadToSeveralOfAClosedEngine(t *testing.T) {
	const n = 50
	e, fields := openSeveral(t, 2)
	values := elements(n, 0)
	a := engine.NewFollower[fr.Element](t.Context(), fields, nil)
	unpin, _ := a.Begin(values, false)
	a.Known(10)
	time.Sleep(time.Millisecond)
	if err := e.Close(); err != nil {
		t.Error(err)
	}
	a.Known(n)
	for _, f := range fields {
		if _, _, err := a.On(f).Sent(f, values); err == nil {
			t.Error("sent to a closed engine")
		}
	}
	if err := a.Close(); err != nil {
		t.Error(err)
	}
	unpin()
}

// TestAheadLeavesMemory: nothing is sent to a device where the proof would find too little memory.
func TestAheadLeavesMemory(t *testing.T) {
	devicetest.LocksPages(t)
	const n, limit = 50, 1 << 24
	_, fields := openSeveral(t, 2, accel.WithMemoryLimit(limit))
	values := elements(n, 0)
	a := engine.NewFollower[fr.Element](t.Context(), fields, nil)
	a.Leave(0, limit/2)
	a.Leave(1, limit)
	unpin, _ := a.Begin(values, false)
	for _, known := range []int{1, n} {
		a.Known(known)
		time.Sleep(20 * time.Millisecond)
	}
	for i, sent := range []bool{true, false} {
		if _, _, err := a.On(fields[i]).Sent(fields[i], values); (err == nil) != sent {
			t.Errorf("to device %d: %v", i, err)
		}
	}
	if err := a.Close(); err != nil {
		t.Error(err)
	}
	unpin()
}
