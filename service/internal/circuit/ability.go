package circuit

import (
	"bufio"
	"cmp"
	"encoding/binary"
	"fmt"
	"io"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/consensys/gnark"
	"github.com/consensys/gnark/constraint"
	"github.com/consensys/gnark/constraint/solver"
	own "github.com/gnark-accel/gnark-accel/internal/solver"
)

// Hint is a function that a constraint system calls while it is solved.
type Hint struct {
	ID   uint32 `json:"id"` // gnark's identifier, a hash of the name
	Name string `json:"name"`
}

// Ability is the version of gnark whose circuits a program can prove, and the hints that it has.
type Ability struct {
	GnarkVersion string   `json:"gnarkVersion"`
	Hints        []uint32 `json:"hints"` // ascending
}

// OwnAbility is that of the running program.
func OwnAbility() Ability {
	a := Ability{GnarkVersion: OwnVersion()}
	registered, _ := solver.NewConfig() // without options it cannot fail
	for id := range registered.HintFunctions {
		a.Hints = append(a.Hints, uint32(id))
	}
	slices.Sort(a.Hints)
	return a
}

// Check returns nil for a circuit that can be proved, or [ErrVersion], or [ErrUnknownHints].
func (a Ability) Check(m *Manifest) error {
	if m.GnarkVersion != a.GnarkVersion {
		return fmt.Errorf("%w: by %s, and the worker has %s", ErrVersion, m.GnarkVersion,
			a.GnarkVersion)
	}
	var unknown []string
	for _, hint := range m.Hints {
		if _, found := slices.BinarySearch(a.Hints, hint.ID); !found {
			unknown = append(unknown, hint.Name)
		}
	}
	if unknown != nil {
		return fmt.Errorf("%w: %q", ErrUnknownHints, unknown)
	}
	return nil
}

// OwnVersion is the version of gnark's module, or of its replacement, in this program. gnark's own
// constant, which says the release before where a program has a commit, is for tests.
func OwnVersion() string {
	if info, _ := debug.ReadBuildInfo(); info == nil || len(info.Deps) == 0 {
		return gnark.Version.String()
	}
	return cmp.Or(own.Linked().Version, own.Linked().Name)
}

// VersionOf returns the version of gnark that wrote a system, as it is given, with or without a v.
// Otherwise it guesses by gnark's constant in the file, which may stand for [OwnVersion].
func VersionOf(given string, files Files) (string, error) {
	if given != "" {
		return strings.TrimPrefix(given, "v"), nil
	}
	from, err := files[System].Open()
	if err != nil {
		return "", err
	}
	defer from.Close()
	says, err := versionIn(bufio.NewReader(from))
	if err != nil {
		return "", fmt.Errorf("%w: the %s: %w", ErrMalformed, FileNames[System], err)
	}
	if says == gnark.Version.String() {
		says = OwnVersion()
	}
	return says, nil
}

// versionIn returns the numbers with which all versions of gnark begin a system.
func versionIn(system *bufio.Reader) (string, error) {
	header, err := system.Peek(4 * 8) // the size of the rest comes first
	if err != nil {
		return "", err
	}
	part := func(i int) uint64 { return binary.LittleEndian.Uint64(header[8*i:]) }
	return fmt.Sprintf("%d.%d.%d", part(1), part(2), part(3)), nil
}

// ownSystem reads no file of which gnark says that another version wrote it.
type ownSystem struct{ constraint.ConstraintSystem }

// ReadFrom reads a whole system, or fails with [ErrVersion].
func (s ownSystem) ReadFrom(from io.Reader) (int64, error) {
	says, err := versionIn(from.(*bufio.Reader))
	if err == nil && says != gnark.Version.String() {
		err = fmt.Errorf("%w: by %s, and this program has %s", ErrVersion, says, OwnVersion())
	}
	if err != nil {
		return 0, err
	}
	return s.ConstraintSystem.ReadFrom(from)
}
