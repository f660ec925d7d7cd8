package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/consensys/gnark-crypto/ecc"

	"github.com/gnark-accel/gnark-accel/examples/circuits/catalog"
	"github.com/gnark-accel/gnark-accel/examples/circuits/proving"
)

// settings are the choices of the command line.
type settings struct {
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
func parseFlags(args []string, usage io.Writer) (*settings, error) {
	s := &settings{backend: proving.Auto, scheme: proving.Schemes[0], circuit: catalog.MiMC}
	flags := flag.NewFlagSet("circuits", flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	s.declare(flags)
	err := flags.Parse(args)
	switch {
	case errors.Is(err, flag.ErrHelp):
		fmt.Fprintln(usage, help)
		flags.SetOutput(usage)
		flags.PrintDefaults()
		return s, err
	case err == nil && flags.NArg() > 0:
		err = fmt.Errorf("unexpected argument %q", flags.Arg(0))
	case err == nil && !s.list && len(s.count) == 0:
		err = s.complete()
	}
	if err != nil {
		err = fmt.Errorf("%w: %w", errUsage, err)
	}
	return s, err
}

// declare declares the flags.
func (s *settings) declare(f *flag.FlagSet) {
	f.BoolVar(&s.list, "list", false, "list the circuits, with -curve those over it, and exit")
	f.BoolVar(&s.plan, "plan", false,
		"print the use of the memory of -memory-limit, and exit; needs no keys and no device")
	read(f, &s.count, "count", "print the constraints of the circuit in these `sizes`, such as "+
		"1,2,8, and exit", parseSizes)
	read(f, &s.circuit, "circuit", "circuit to prove, see -list (default mimc)", catalog.Lookup)
	read(f, &s.scheme, "scheme",
		"proof system: "+strings.Join(proving.Names(), ", ")+" (default groth16)", proving.Lookup)
	read(f, &s.curve, "curve",
		"curve: "+catalog.CurveNames(catalog.Curves())+" (default bn254)", catalog.LookupCurve)
	f.IntVar(&s.constraints, "constraints", 1<<15, "number of constraints to come close to")
	f.IntVar(&s.size, "size", 0,
		"size of the circuit itself, such as a number of hashes, in place of -constraints")
	f.IntVar(&s.proofs, "proofs", 3, "number of proofs")
	f.Var(&s.backend, "backend",
		"auto: a device if there is one; cuda: a device or an error; cpu: no device")
	f.BoolVar(&s.compare, "compare", false, "also run gnark's own prover, interleaved")
	f.StringVar(&s.prepared, "prepared", "",
		"`folder` that keeps the keys, and all that was prepared of them, for later runs")
	read(f, &s.memoryLimit, "memory-limit",
		"device memory to use, for instance 512M or 8G (default: all free)", proving.ParseBytes)
	f.IntVar(&s.devices, "devices", 0, "number of devices, the first ones (default: all)")
	f.IntVar(&s.minSize, "min-size", 0,
		"smallest number of points for the device (default: by measured times)")
	f.BoolVar(&s.statisticalZK, "statistical-zk", false, "statistical zero-knowledge, for plonk")
	f.BoolVar(&s.verbose, "v", false, "log at debug level")
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
func (s *settings) complete() error {
	if s.curve == ecc.UNKNOWN {
		s.curve = ecc.BN254
	}
	switch {
	case s.constraints < 1 || s.proofs < 1:
		return fmt.Errorf("-constraints %d, -proofs %d: at least 1", s.constraints, s.proofs)
	case s.size < 0 || s.devices < 0 || s.minSize < 0:
		return fmt.Errorf("-size %d, -devices %d, -min-size %d: at least 0", s.size, s.devices,
			s.minSize)
	case s.plan && s.memoryLimit == 0:
		return errors.New("-plan needs -memory-limit")
	case !slices.Contains(s.circuit.Curves(), s.curve):
		return fmt.Errorf("-circuit %s is not for -curve %s: it can be built over %s alone",
			s.circuit.Name(), catalog.CurveName(s.curve), catalog.CurveNames(s.circuit.Curves()))
	case s.statisticalZK && s.scheme.Name != proving.PLONK:
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
