// Package untrusted reads circuits of people who may mean harm, and calls hints for them.
//
// gnark's readers take memory for numbers in a file, and panic in goroutines of their own, where
// nobody recovers: some files end the process that reads them. Some hints take memory as an
// argument says, and no recover catches that. So children do both, with limits of memory and time.
// A child is the same program with a variable of the environment, at which [Main] looks.
package untrusted

import (
	"context"
	"fmt"
	"os"
	"time"

	"github.com/gnark-accel/gnark-accel/service/internal/circuit"
)

// Describe has a child complete the manifest of files in a folder, by [circuit.Read]. They have the
// names of [circuit.FileNames]. Where they are to blame the error wraps [circuit.ErrMalformed].
func (c *Children) Describe(ctx context.Context, m *circuit.Manifest, folder string) error {
	if c.places.Acquire(ctx, 1) != nil {
		return context.Cause(ctx)
	}
	defer c.places.Release(1)
	return describe(ctx, m, folder)
}

// Checked is [Children.Describe] for copies of files, in a folder of their own until remove.
func (c *Children) Checked(
	ctx context.Context, m *circuit.Manifest, files circuit.Files,
) (checked circuit.Files, remove func(), err error) {
	if c.places.Acquire(ctx, 1) != nil {
		return checked, func() {}, context.Cause(ctx)
	}
	defer c.places.Release(1)
	folder, err := os.MkdirTemp("", "gnark-prover-")
	if err == nil {
		checked, err = files.CopyTo(folder)
	}
	if err == nil {
		*m = circuit.ManifestOf(m.Scheme, m.Options, m.Curve, checked) // with their true sizes
		err = describe(ctx, m, folder)
	}
	return checked, func() { os.RemoveAll(folder) }, err
}

func describe(ctx context.Context, m *circuit.Manifest, folder string) error {
	// A system is compressed in its file; keys may be, to the half, and have tables of transforms.
	const baseMemory = 512 << 20
	memory := baseMemory + 32*m.System.Size + 16*(m.ProvingKey.Size+m.VerifyingKey.Size)
	// Seconds of processors are several times what it needs: some files are never decompressed.
	const baseSeconds, minSpeed = 2, 32 << 10 // bytes a second
	seconds := baseSeconds + m.Bytes()/minSpeed
	wait := 5*time.Minute + 2*time.Duration(seconds)*time.Second
	child, err := start(memory, seconds, folder)
	if err != nil {
		return err
	}
	defer child.end()
	err = child.ask(ctx, wait, "Child.Describe", m, m)
	switch {
	case isAnswer(err):
		return circuit.Malformed(err.Error())
	case ofArguments(err):
		return fmt.Errorf("%w: its reader: %w", circuit.ErrMalformed, err)
	}
	return err
}

// Describe completes the manifest of files in the child's folder.
func (Child) Describe(m, described *circuit.Manifest) error {
	files, err := circuit.FilesAt(circuit.FileNames)
	if err != nil {
		return err
	}
	c, err := circuit.Read(m, files)
	if err == nil {
		*described = c.Manifest
	}
	return err
}
