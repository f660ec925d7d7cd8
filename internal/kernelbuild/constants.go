package main

import (
	"bytes"
	"errors"
	"fmt"
	"go/format"
	"io"
	"os"
	"regexp"
	"strings"
	"text/template"
)

// constantsPath is the generated Go file, relative to the repository's root.
const constantsPath = kernelRoot + "/constants_gen.go"

// constant is a number of the kernels that Go needs to launch them.
type constant struct{ Go, Expression, Comment string }

// constants lists all of them, by the C++ expressions that define them.
var constants = []constant{
	{"CountThreads", "msm::count_threads", "threads per block of the coarse count"},
	{"MaxScatterThreads", "msm::most_scatter_threads",
		"threads per block of the scatters, at most"},
	{"MaxScanThreads", "msm::scan_threads", "threads per block of the scans, at most"},
	{"MaxBins", "msm::most_bins", "bins of the sort, at most"},
	{"MaxFine", "msm::most_fine", "buckets per bin, at most"},
	{"MaxHeld", "msm::most_held", "entries that a thread of a scatter holds, at most"},
	{"PartBytes", "msm::Ordering<u32>::part_bytes",
		"bytes that a scatter shares for a bin or bucket"},
	{"CoarseEntryBytes", "msm::Ordering<u32>::entry_bytes",
		"the same of the coarse one for an entry"},
	{"FineEntryBytes", "msm::Ordering<u16>::entry_bytes", "the same of the fine one for an entry"},
	{"DummyBytes", "msm::dummy_counters * sizeof(u32)", "the same of either for zero digits"},
	{"LongSpanBytes", "sizeof(LongSpan)", "size of a bucket that is left to the last fix-up"},
	{"FixupThreads", "msm::fixup_threads", "threads per block of the fix-up"},
	{"LinesThreads", "msm::lines_threads", "threads per block that sum lines of buckets"},
	{"MaxBitsThreads", "msm::most_bits_threads",
		"threads per block that sum lines by bits, at most"},
	{"PrecomputeThreads", "msm::precompute_threads", "threads per block that make multiples"},
	{"PointThreads", "points::threads", "threads per block of operations on points"},
	{"CheckThreads", "points::check_threads", "threads per block of checks of points"},
	{"NoRoot", "no_root", "a point that has its y"},
	{"SmallestRoot", "smallest_root", "a point with the smaller y"},
	{"LargestRoot", "largest_root", "a point with the larger y"},
	{"AffineBatch", "affine_batch", "points of a thread that share an inversion, at most"},
	{"PairsThreads", "msm::pairs_threads", "threads per block that choose the pairs of a round"},
	{"PairsEach", "msm::pairs_each", "slots per thread that chooses pairs"},
	{"Warp", "warp_threads", "threads of a warp"},
	{"Quad", "quad::size", "threads that add one point together"},
	{"LimitThreads", "limit::threads", "threads per block of the measurement of products"},
	{"TransformThreads", "ntt::threads", "threads per block of a transform's pass"},
	{"TileBits", "ntt::tile_bits", "log₂ of the elements in a block of a transform"},
	{"PowerThreads", "ntt::power_threads", "threads per block that make tables of powers"},
	{"BatchLimit", "batch_limit", "vectors that a pass transforms, at most"},
	{"ConstantLimbs", "sizeof(Constant) / 8", "64-bit limbs of an element passed by value"},
	{"NoFactor", "no_factor", "scaling: by nothing"},
	{"OneFactor", "one_factor", "scaling: by one factor"},
	{"FactorByIndex", "factor_by_index", "scaling: by the power of the index"},
	{"FactorReversed", "factor_reversed", "scaling: by the power of the reversed index"},
	{"VectorThreads", "vector::threads", "threads per block of element-wise operations"},
	{"MaxTerms", "most_terms", "vectors of a linear combination, at most"},
	{"InvertThreads", "vector::invert_threads", "threads per block of inversions"},
	{"ProductThreads", "vector::product_threads", "threads per block of prefix products"},
	{"ProductTile", "vector::product_tile", "elements per block of prefix products"},
	{"DivideThreads", "vector::divide_threads", "threads per block of a division"},
	{"DivideTile", "vector::divide_tile", "coefficients per block of a division"},
	{"EvaluateThreads", "vector::evaluate_threads", "threads per block of an evaluation"},
	{"NumeratorThreads", "plonk::threads", "threads per block of PLONK's numerator"},
	{"MaxCommitments", "most_commitments", "commitments of PLONK's numerator, at most"},
	{"TestThreads", "selftest::threads", "threads per block of the kernels for tests"},
}

// launchFields are the numbers of a group in curve/*.cuh. They have the order of the fields of
// kernels.Launch.
var launchFields = []string{
	"accumulate_threads", "accumulate_blocks", "quad_blocks", "batch_affine_threads",
	"batch_affine_blocks",
}

// group is one group of a curve's translation unit.
type group struct{ Prefix, Type string }

var groupMacro = regexp.MustCompile(`(?m)^MSM_KERNELS\((\w+), ([\w:]+)\)`)

func groupsOf(curve string) ([]group, error) {
	source, err := os.ReadFile(sourcePath(curve))
	if err != nil {
		return nil, err
	}
	var groups []group
	for _, m := range groupMacro.FindAllStringSubmatch(string(source), -1) {
		groups = append(groups, group{Prefix: m[1], Type: m[2]})
	}
	if len(groups) == 0 {
		return nil, fmt.Errorf("%s has no groups", sourcePath(curve))
	}
	return groups, nil
}

// errConstants says that the generated file does not belong to the sources.
var errConstants = errors.New("stale constants of the kernels: run `make kernels` and commit " +
	constantsPath)

// writeConstants writes the generated file. With compare it only compares.
func writeConstants(w io.Writer, compare bool) error {
	made, err := generateConstants()
	if err != nil {
		return err
	}
	if compare {
		committed, err := os.ReadFile(constantsPath)
		if err != nil || !bytes.Equal(committed, made) {
			return errConstants
		}
		fmt.Fprintln(w, "constants: those of the kernels' sources")
		return nil
	}
	return writeIfChanged(constantsPath, made)
}

// generateConstants evaluates the constants with the host's compiler and returns the Go file.
func generateConstants() ([]byte, error) {
	data := struct {
		Constants []constant
		Groups    []group
		Curves    []string
		Fields    []string
	}{Constants: constants, Fields: launchFields}
	for _, curve := range curves {
		groups, err := groupsOf(curve)
		if err != nil {
			return nil, err
		}
		data.Groups = append(data.Groups, groups...)
		data.Curves = append(data.Curves, strings.ReplaceAll(curve, "-", "_"))
	}
	var program bytes.Buffer
	if err := constantsProgram.Execute(&program, data); err != nil {
		return nil, err
	}
	values, err := runOnHost(program.Bytes())
	if err != nil {
		return nil, err
	}
	return format.Source(values)
}

// constantsProgram prints the generated file: only the compiler knows the values.
var constantsProgram = template.Must(template.New("constants.cpp").Parse(`
#include <cstdio>
{{range .Curves}}#include "curve/{{.}}.cuh"
{{end}}#include "msm/kernels.cuh"
#include "ntt/kernels.cuh"
#include "plonk/numerator.cuh"
#include "points/kernels.cuh"
#include "vector/kernels.cuh"

template <class G> static void launch(const char* name) {
  printf("\t\"%s\": {", name);
{{range .Fields}}  printf("%d,", int(G::{{.}}));
{{end}}  printf("},\n");
}

int main() {
  printf("// Code generated by kernelbuild constants; DO NOT EDIT.\n\npackage kernels\n\n"
         "// The numbers that launches need, as compiled.\nconst (\n");
{{range .Constants}}  printf("\t{{.Go}} = %d // {{.Comment}}\n", int({{.Expression}}));
{{end}}  printf(")\n\nvar launches = map[string]Launch{\n");
{{range .Groups}}  launch<{{.Type}}>("{{.Prefix}}");
{{end}}  printf("}\n");
}
`))
