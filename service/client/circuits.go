package client

import (
	"context"
	"slices"

	"github.com/consensys/gnark/constraint"
	"github.com/gnark-accel/gnark-accel/internal/curve"
	"github.com/gnark-accel/gnark-accel/service/internal/circuit"
	"github.com/gnark-accel/gnark-accel/service/internal/jobs"
)

// Circuit describes a circuit that was added.
type Circuit = circuit.Manifest

// CircuitOption is a setting of [Client.AddCircuit].
type CircuitOption func(*added)

type added struct {
	version string // of gnark
	naming  jobs.Naming
	options circuit.Options
	tell    func(step string, done, total int64)
}

// telling returns files whose readers tell how far a step is.
func (a *added) telling(step string, files circuit.Files) circuit.Files {
	return files.Telling(func(done, total int64) { a.tell(step, done, total) })
}

// WithName points a name at a circuit: up to 64 of a-z, 0-9, ., _ and -, of which the first is a
// letter or a digit. A circuit may have several. The name of another circuit is [ErrNameTaken].
func WithName(name string) CircuitOption { return func(a *added) { a.naming.Name = name } }

// ReplacingName has [WithName] take the name from the circuit that has it. That one stays.
func ReplacingName() CircuitOption { return func(a *added) { a.naming.Replace = true } }

// ForSolidity makes proofs for gnark's verifiers in Solidity.
func ForSolidity() CircuitOption { return func(a *added) { a.options.Solidity = true } }

// WithStatisticalZK has PLONK hide the quotient statistically, as gnark's option
// backend.WithStatisticalZeroKnowledge does.
func WithStatisticalZK() CircuitOption { return func(a *added) { a.options.StatisticalZK = true } }

// WithGnark says which version of gnark's module compiled the circuit, as 0.14.0 is one. A worker
// must have it. Without it [Client.AddFiles] goes by the files. [Client.AddCircuit] ignores it.
func WithGnark(version string) CircuitOption { return func(a *added) { a.version = version } }

// WithProgress tells how many bytes of the files are read, and then stored.
func WithProgress(tell func(step string, done, total int64)) CircuitOption {
	return func(a *added) { a.tell = tell }
}

// AddCircuit stores a circuit with its keys, of Groth16 or PLONK, and returns its digest. To add it
// again changes nothing. It fails with [ErrUnknownHints] or [ErrVersion] if no worker can
// prove the circuit, and with [ErrNoWorker] if none answers.
func (c *Client) AddCircuit(
	ctx context.Context, ccs constraint.ConstraintSystem, pk, vk any, options ...CircuitOption,
) (digest string, err error) {
	scheme, files, err := circuit.FilesOf(ccs, pk, vk)
	if err != nil {
		return "", err
	}
	m, err := c.add(ctx, scheme, curve.NameOf(ccs), files,
		append(slices.Clip(options), WithGnark(circuit.OwnVersion())))
	if err != nil {
		return "", err
	}
	return m.Digest, nil
}

// AddFiles is [Client.AddCircuit] for files that gnark's methods WriteTo or WriteRawTo wrote: the
// system, the proving key and the verifying key. The scheme is groth16 or plonk. This process reads
// them, if its gnark has compiled the circuit: give it files of your own. Otherwise a worker does.
func (c *Client) AddFiles(
	ctx context.Context, scheme, curve string, paths [3]string, options ...CircuitOption,
) (*Circuit, error) {
	files, err := circuit.FilesAt(paths)
	if err != nil {
		return nil, err
	}
	return c.add(ctx, circuit.Scheme(scheme), curve, files, options)
}

func (c *Client) add(
	ctx context.Context, scheme circuit.Scheme, curve string, files circuit.Files,
	options []CircuitOption,
) (*Circuit, error) {
	a := added{tell: func(string, int64, int64) {}}
	for _, option := range options {
		option(&a)
	}
	if err := jobs.CheckName(a.naming.Name); err != nil {
		return nil, err
	}
	m := circuit.ManifestOf(scheme, a.options, curve, files)
	var err error
	if m.GnarkVersion, err = circuit.VersionOf(a.version, files); err != nil {
		return nil, err
	}
	if m.GnarkVersion == circuit.OwnVersion() {
		read, err := circuit.Read(&m, a.telling("reading", files))
		if err != nil {
			return nil, err
		}
		m = read.Manifest
	}
	return &m, c.queue().Add(ctx, &m, a.telling("storing", files), a.naming)
}

// Circuits lists the tenant's circuits.
func (c *Client) Circuits(ctx context.Context) ([]*Circuit, error) {
	return c.queue().Circuits(ctx)
}

// Circuit returns a circuit by its digest or a name.
func (c *Client) Circuit(ctx context.Context, named string) (*Circuit, error) {
	m, err := c.Find(ctx, named)
	if err != nil {
		return nil, err
	}
	return m, c.queue().AddNames(ctx, m)
}

// Find is [Client.Circuit] without the names, which takes the same time however many there are.
func (c *Client) Find(ctx context.Context, named string) (m *Circuit, err error) {
	err = c.queue().Persist(ctx, func(ctx context.Context) (err error) {
		m, err = c.queue().FindCircuit(ctx, named)
		return err
	})
	return m, err
}

// RemoveCircuit removes a circuit with all of its names. It fails with [ErrBusy] while jobs of it
// wait or run. By one of several names it takes that name away, and the circuit stays. Proofs stay.
func (c *Client) RemoveCircuit(ctx context.Context, named string) error {
	m, err := c.Circuit(ctx, named)
	if err != nil {
		return err
	}
	if len(m.Names) > 1 && slices.Contains(m.Names, named) {
		return c.queue().RemoveName(ctx, named)
	}
	return c.queue().RemoveCircuit(ctx, m)
}

// Names lists the names of circuits, by digest.
func (c *Client) Names(ctx context.Context) (map[string][]string, error) {
	return c.queue().Names(ctx)
}
