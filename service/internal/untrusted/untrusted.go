package untrusted

import (
	"context"

	"github.com/gnark-accel/gnark-accel/service/internal/circuit"
)

// Describe returns the manifest of a circuit, as [circuit.Describe] does.
func Describe(
	ctx context.Context, scheme circuit.Scheme, options circuit.Options, curve string,
	files circuit.Files,
) (*circuit.Manifest, error) {
	m := circuit.ManifestOf(scheme, options, curve, files)
	_, err := check(ctx, &m, files)
	return &m, err
}

// Load reads a circuit that has a manifest. Files that are not the manifest's are
// [circuit.ErrMalformed].
func Load(
	ctx context.Context, m *circuit.Manifest, files circuit.Files,
) (*circuit.Circuit, error) {
	checked := *m
	pinned, err := check(ctx, &checked, files)
	if err != nil {
		return nil, err
	}
	return circuit.Reload(m, pinned)
}
