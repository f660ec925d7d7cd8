package main

import (
	"slices"
	"strings"
	"testing"
)

const ptxasReport = `ptxas info    : 0 bytes gmem, 16 bytes cmem[3]
ptxas info    : Compiling entry function 'scatter' for 'sm_80'
ptxas info    : Function properties for scatter
    16 bytes stack frame, 8 bytes spill stores, 12 bytes spill loads
ptxas info    : Used 26 registers, 4096 bytes smem, 376 bytes cmem[0]
ptxas info    : Compiling entry function 'reduce' for 'sm_80'
ptxas info    : Function properties for reduce
    0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads
ptxas info    : Used 126 registers, 384 bytes cmem[0]
ptxas info    : Function properties for _Z3mulv
    32 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads
ptxas info    : Function properties for _Z3addv
    0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads
`

func TestParseResources(t *testing.T) {
	got := parseResources("sm_80", ptxasReport)
	want := []resource{
		{Arch: "sm_80", Kernel: "scatter", Registers: 26, Stack: 16, SpillStores: 8, SpillLoads: 12,
			Shared: 4096},
		{Arch: "sm_80", Kernel: "reduce", Registers: 126},
		{Arch: "sm_80", Kernel: "reduce", Callee: "_Z3mulv", Stack: 32},
		{Arch: "sm_80", Kernel: "reduce", Callee: "_Z3addv"},
	}
	if !slices.Equal(got, want) {
		t.Fatalf("parsed %+v, not %+v", got, want)
	}
}

func TestPrintResourcesShowsKernelsAndFrames(t *testing.T) {
	var table strings.Builder
	if err := printTable(&table, parseResources("sm_80", ptxasReport)); err != nil {
		t.Fatal(err)
	}
	for name, shown := range map[string]bool{
		"scatter": true, "reduce": true, "reduce > mul\n": true, "add": false,
	} {
		if strings.Contains(table.String(), name) != shown {
			t.Errorf("%s shown: %t, in\n%s", name, !shown, table.String())
		}
	}
}

// maxSaved bounds the bytes that a product saves of its caller's registers. They are few beside
// its own work of hundreds of instructions.
const maxSaved = 40

// TestAccumulationDoesNotSpill reads the committed manifests. The accumulation keeps everything in
// registers and shared memory, on every architecture that is compiled for here. Its callees save
// next to nothing.
func TestAccumulationDoesNotSpill(t *testing.T) {
	t.Chdir(repository)
	for _, curve := range curves {
		m, err := readManifest(curve)
		if err != nil {
			t.Fatal(err)
		}
		checked := make(map[string]bool)
		for _, r := range m.Resources {
			if !strings.HasSuffix(r.Kernel, "_accumulate") {
				continue
			}
			checked[r.Arch] = true
			allowed := 0
			if r.Callee != "" {
				allowed = maxSaved
			}
			if max(r.SpillStores, r.SpillLoads) > allowed {
				t.Errorf("%s on %s spills: %+v", r.Kernel, r.Arch, r)
			}
		}
		for _, target := range pinned.Targets {
			if target.Kind == "elf" && !checked[target.Arch] {
				t.Errorf("%s: nothing is known of the accumulation on %s", curve, target.Arch)
			}
		}
	}
}
