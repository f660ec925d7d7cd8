package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/rs/zerolog"

	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/examples/circuits/catalog"
	"github.com/gnark-accel/gnark-accel/examples/circuits/proving"
)

// program is a run of the command.
type program struct {
	// choices of the command line
	list, plan    bool
	count         []int // sizes to count constraints of; none for another purpose
	circuit       catalog.Circuit
	curve         ecc.ID // ecc.UNKNOWN for all, where circuits are listed or counted
	scheme        *proving.Scheme
	constraints   int
	size          int // of the circuit itself; 0 to choose it by constraints
	proofs        int
	backend       proving.Backend
	compare       bool
	prepared      string
	memoryLimit   uint64 // bytes
	devices       int    // the first ones; 0 for all
	minSize       int
	statisticalZK bool
	verbose       bool

	log      zerolog.Logger
	progress io.Writer
	table    *tabwriter.Writer // the result

	made   *catalog.Compiled
	engine *accel.Engine
	keys   proving.Keys
}

// errUsage: the command line is wrong.
var errUsage = errors.New("wrong command line (-help lists the flags)")

// help is the beginning of -h.
const help = `circuits proves a circuit, on a GPU where there is one, and verifies every proof.

    go run -tags cuda ./examples/circuits -scheme plonk -constraints 1000000 -compare
    go run ./examples/circuits -plan -scheme plonk -constraints 4000000 -memory-limit 12G

Flags:`

// parseFlags reads the command line. It prints help to usage, and returns flag.ErrHelp then. Other
// errors wrap errUsage.
func parseFlags(args []string, usage io.Writer) (*program, error) {
	p := &program{backend: proving.Auto, scheme: proving.Schemes[0], circuit: catalog.MiMC}
	flags := flag.NewFlagSet("circuits", flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	p.declare(flags)
	err := flags.Parse(args)
	switch {
	case errors.Is(err, flag.ErrHelp):
		fmt.Fprintln(usage, help)
		flags.SetOutput(usage)
		flags.PrintDefaults()
		return p, err
	case err == nil && flags.NArg() > 0:
		err = fmt.Errorf("unexpected argument %q", flags.Arg(0))
	case err == nil && !p.list && len(p.count) == 0:
		err = p.complete()
	}
	if err != nil {
		err = fmt.Errorf("%w: %w", errUsage, err)
	}
	return p, err
}

// declare declares the flags.
func (p *program) declare(f *flag.FlagSet) {
	f.BoolVar(&p.list, "list", false, "list the circuits, with -curve those over it, and exit")
	f.BoolVar(&p.plan, "plan", false,
		"print the use of the memory of -memory-limit, and exit; needs no keys and no device")
	read(f, &p.count, "count", "print the constraints of the circuit in these `sizes`, such as "+
		"1,2,8, and exit", parseSizes)
	read(f, &p.circuit, "circuit", "circuit to prove, see -list (default mimc)", catalog.Lookup)
	read(f, &p.scheme, "scheme",
		"proof system: "+strings.Join(proving.Names(), ", ")+" (default groth16)", proving.Lookup)
	read(f, &p.curve, "curve",
		"curve: "+catalog.CurveNames(catalog.Curves())+" (default bn254)", catalog.LookupCurve)
	f.IntVar(&p.constraints, "constraints", 1<<15, "number of constraints to come close to")
	f.IntVar(&p.size, "size", 0,
		"size of the circuit itself, such as a number of hashes, in place of -constraints")
	f.IntVar(&p.proofs, "proofs", 3, "number of proofs")
	f.Var(&p.backend, "backend",
		"auto: a device if there is one; cuda: a device or an error; cpu: no device")
	f.BoolVar(&p.compare, "compare", false, "also run gnark's own prover, interleaved")
	f.StringVar(&p.prepared, "prepared", "",
		"`folder` that keeps the keys, and all that was prepared of them, for later runs")
	read(f, &p.memoryLimit, "memory-limit",
		"device memory to use, for instance 512M or 8G (default: all free)", proving.ParseBytes)
	f.IntVar(&p.devices, "devices", 0, "number of devices, the first ones (default: all)")
	f.IntVar(&p.minSize, "min-size", 0,
		"smallest number of points for the device (default: by measured times)")
	f.BoolVar(&p.statisticalZK, "statistical-zk", false, "statistical zero-knowledge, for plonk")
	f.BoolVar(&p.verbose, "v", false, "log at debug level")
}

// read declares a flag whose text is read by a function.
func read[T any](
	f *flag.FlagSet, to *T, name, usage string, of func(string) (T, error),
) {
	f.Func(name, usage, func(text string) (err error) {
		*to, err = of(text)
		return err
	})
}

// complete fills in the curve of a proof, and checks the settings.
func (p *program) complete() error {
	if p.curve == ecc.UNKNOWN {
		p.curve = ecc.BN254
	}
	switch {
	case p.constraints < 1 || p.proofs < 1:
		return fmt.Errorf("-constraints %d, -proofs %d: at least 1", p.constraints, p.proofs)
	case p.size < 0 || p.devices < 0 || p.minSize < 0:
		return fmt.Errorf("-size %d, -devices %d, -min-size %d: at least 0", p.size, p.devices,
			p.minSize)
	case p.plan && p.memoryLimit == 0:
		return errors.New("-plan needs -memory-limit")
	case !slices.Contains(p.circuit.Curves(), p.curve):
		return fmt.Errorf("-circuit %s is not for -curve %s: it can be built over %s alone",
			p.circuit.Name(), catalog.CurveName(p.curve), catalog.CurveNames(p.circuit.Curves()))
	case p.statisticalZK && p.scheme.Name != proving.PLONK:
		return errors.New("-statistical-zk is for -scheme plonk")
	}
	return nil
}

// parseSizes reads sizes, separated by commas.
func parseSizes(text string) (sizes []int, err error) {
	for word := range strings.SplitSeq(text, ",") {
		size, err := strconv.Atoi(strings.TrimSpace(word))
		if err != nil || size < 1 {
			return nil, errors.New("sizes are numbers from 1 on, separated by commas")
		}
		sizes = append(sizes, size)
	}
	return sizes, nil
}
