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
	m := &circuit.Manifest{
		Scheme: scheme, Curve: curve, Options: options,
		System: files.System.Part, ProvingKey: files.ProvingKey.Part,
		VerifyingKey: files.VerifyingKey.Part,
	}
	m.Digest = circuit.DigestOf(m)
	_, err := check(ctx, m, files)
	return m, err
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
