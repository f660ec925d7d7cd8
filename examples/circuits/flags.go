package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/consensys/gnark-crypto/ecc"

	"github.com/gnark-accel/gnark-accel/examples/circuits/catalog"
	"github.com/gnark-accel/gnark-accel/examples/circuits/proving"
)

// settings are the choices of the command line.
type settings struct {
	list          bool
	plan          bool
	count         []int // sizes to count constraints of; none for another purpose
	circuit       catalog.Circuit
	scheme        *proving.Scheme
	curve         ecc.ID
	constraints   int
	size          int // of the circuit itself; 0 to choose it by constraints
	proofs        int
	stream        int
	backend       proving.Backend
	setup         proving.Backend // cpu for gnark's
	compare       bool
	keys          string
	prepared      string
	memoryLimit   uint64 // bytes
	devices       int    // the first ones; 0 for all
	minSize       int
	statisticalZK bool
	trace         string
	json          bool
	verbose       bool
}

// errUsage: the command line is wrong.
var errUsage = errors.New("wrong command line (-help lists the flags)")

// help is the beginning of -h.
const help = `circuits proves a circuit, on a GPU where there is one, and verifies every proof.

    go run -tags cuda ./examples/circuits -scheme plonk -constraints 1000000 -compare
    go run ./examples/circuits -plan -scheme plonk -constraints 4000000 -memory-limit 12G

Flags:`

// parseFlags reads the command line. It returns flag.ErrHelp when help was asked for, after
// printing it to usage, and an error that wraps errUsage for anything that makes no sense.
func parseFlags(args []string, usage io.Writer) (s settings, err error) {
	s.backend, s.setup = proving.Auto, proving.CPU
	var circuit, scheme, curve, count string
	flags := flag.NewFlagSet("circuits", flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	flags.BoolVar(&s.list, "list", false,
		"list the circuits, with -curve those that can be built over it, and exit")
	flags.BoolVar(&s.plan, "plan", false,
		"say what the memory of -memory-limit would serve, and exit; needs neither keys nor a "+
			"device")
	flags.StringVar(&count, "count", "",
		"print the constraints of circuits of these `sizes`, such as 1,2,8, for both proof "+
			"systems in Markdown, and exit; of all circuits without -circuit, and over the usual "+
			"curves without -curve")
	flags.StringVar(&circuit, "circuit", catalog.MiMC.Name(), "circuit to prove, see -list")
	flags.StringVar(&scheme, "scheme", proving.Groth16,
		"proof system: "+strings.Join(proving.Names(), ", "))
	flags.StringVar(&curve, "curve", "bn254", "curve: "+strings.Join(curveNames(), ", "))
	flags.IntVar(&s.constraints, "constraints", 1<<15, "number of constraints to come close to")
	flags.IntVar(&s.size, "size", 0,
		"size of the circuit itself, such as a number of hashes, in place of -constraints")
	flags.IntVar(&s.proofs, "proofs", 3, "number of proofs")
	flags.IntVar(&s.stream, "stream", 0,
		"number of proofs to make as one stream after that, some solved while the one before is "+
			"proved")
	s.backend.Flags(flags)
	flags.Var(&s.setup, "setup", "cpu: gnark makes the keys; cuda: the backend's device does")
	flags.BoolVar(&s.compare, "compare", false,
		"also run gnark's own prover, in turns, and report the speed-up")
	flags.StringVar(&s.keys, "keys", "",
		"`folder` to read the keys from, or to keep them in; its files must be trusted")
	flags.StringVar(&s.prepared, "prepared", "",
		"`folder` that keeps what was prepared, for later runs; of keys too unless -keys is given")
	flags.Func("memory-limit",
		"device memory to use at most, for instance 512M or 8G (default: what is free)",
		func(text string) (err error) {
			s.memoryLimit, err = proving.ParseBytes(text)
			return err
		})
	flags.IntVar(&s.devices, "devices", 0,
		"number of devices to use, the first ones (default: all)")
	flags.IntVar(&s.minSize, "min-size", 0,
		"smallest number of points worth the device (default: the engine's)")
	flags.BoolVar(&s.statisticalZK, "statistical-zk", false,
		"statistical zero-knowledge, for plonk")
	flags.StringVar(&s.trace, "trace", "",
		"`file` for an execution trace of the proofs, to be opened with go tool trace")
	flags.BoolVar(&s.json, "json", false, "print the result as one JSON object")
	flags.BoolVar(&s.verbose, "v", false, "log at debug level")
	if err := flags.Parse(args); err != nil {
		if errors.Is(err, flag.ErrHelp) {
			fmt.Fprintln(usage, help)
			flags.SetOutput(usage)
			flags.PrintDefaults()
			return s, err
		}
		return s, fmt.Errorf("%w: %w", errUsage, err)
	}
	if flags.NArg() > 0 {
		return s, fmt.Errorf("%w: unexpected argument %q", errUsage, flags.Arg(0))
	}
	given := map[string]bool{}
	flags.Visit(func(f *flag.Flag) { given[f.Name] = true })
	if s.list || given["count"] { // the defaults of -circuit and -curve are for proofs
		if given["curve"] {
			s.curve, err = catalog.LookupCurve(curve)
		}
		if err == nil && given["circuit"] {
			s.circuit, err = catalog.Lookup(circuit)
		}
		if err == nil && !s.list {
			s.count, err = parseSizes(count)
		}
		if err != nil {
			return s, fmt.Errorf("%w: %w", errUsage, err)
		}
		return s, nil
	}
	var errs [3]error
	s.circuit, errs[0] = catalog.Lookup(circuit)
	s.scheme, errs[1] = proving.Lookup(scheme)
	s.curve, errs[2] = catalog.LookupCurve(curve)
	if err := errors.Join(append(errs[:], s.check())...); err != nil {
		return s, fmt.Errorf("%w: %w", errUsage, err)
	}
	return s, nil
}

func (s *settings) check() error {
	switch {
	case s.constraints < 1:
		return fmt.Errorf("-constraints %d: want at least 1", s.constraints)
	case s.size < 0:
		return fmt.Errorf("-size %d: want at least 1, or 0 for -constraints", s.size)
	case s.proofs < 1:
		return fmt.Errorf("-proofs %d: want at least 1", s.proofs)
	case s.plan && s.memoryLimit == 0:
		return fmt.Errorf("-plan needs -memory-limit")
	case s.setup == proving.Auto || s.setup == proving.CUDA && s.backend == proving.CPU:
		return fmt.Errorf("-setup %s: want cpu, or cuda where the backend is another than cpu",
			s.setup)
	case s.stream < 0:
		return fmt.Errorf("-stream %d: want at least 1, or 0 for none", s.stream)
	case s.devices < 0:
		return fmt.Errorf("-devices %d: want at least 1, or 0 for all", s.devices)
	case s.minSize < 0:
		return fmt.Errorf("-min-size %d: want at least 1, or 0 for the engine's own", s.minSize)
	case s.circuit != nil && s.curve != ecc.UNKNOWN &&
		!slices.Contains(s.circuit.Curves(), s.curve):
		return fmt.Errorf("-circuit %s is not for -curve %s: it can be built over %s alone",
			s.circuit.Name(), curveName(s.curve), strings.Join(namesOf(s.circuit.Curves()), ", "))
	case s.statisticalZK && s.scheme != nil && s.scheme.Name != proving.PLONK:
		return fmt.Errorf("-statistical-zk is for -scheme plonk")
	}
	return nil
}

// wantsJSON tells before the flags are parsed whether the result is to be JSON. It does so even if
// they turn out to be wrong.
func wantsJSON(args []string) bool {
	return slices.ContainsFunc(args, func(arg string) bool {
		return slices.Contains([]string{"-json", "--json", "-json=true", "--json=true"}, arg)
	})
}

// curveNames lists all curves as they are written on the command line, namesOf some of them.
func curveNames() []string { return namesOf(catalog.Curves()) }

func namesOf(curves []ecc.ID) []string {
	names := make([]string, 0, len(curves))
	for _, curve := range curves {
		names = append(names, curveName(curve))
	}
	return names
}

// curveName is gnark-crypto's name of a curve with the hyphens that papers write: bls12-377.
func curveName(curve ecc.ID) string { return strings.ReplaceAll(curve.String(), "_", "-") }
