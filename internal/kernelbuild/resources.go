package main

import (
	"fmt"
	"io"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"text/tabwriter"
)

// resource has the needs of a kernel on one architecture, as ptxas reports them. Memory is in
// bytes: Stack and the spills a thread, Shared a block.
type resource struct {
	Arch   string `json:"arch"`
	Kernel string `json:"kernel"`
	// Callee is empty, or a device function that the kernel calls rather than inlines. Only Stack
	// and the spills are the callee's own; its registers are counted with the kernel's.
	Callee      string `json:"callee,omitempty"`
	Registers   int    `json:"registers,omitempty"`
	Stack       int    `json:"stack,omitempty"`
	SpillStores int    `json:"spillStores,omitempty"`
	SpillLoads  int    `json:"spillLoads,omitempty"`
	Shared      int    `json:"shared,omitempty"`
}

// reported is lines of `ptxas -v` that begin a kernel, or describe a function in it.
var reported = regexp.MustCompile(`Compiling entry function '(\S+)'|` +
	`Function properties for (\S+)\n *(\d+) bytes stack frame, ` +
	`(\d+) bytes spill stores, (\d+) bytes spill loads` +
	`(?:\n.*Used (\d+) registers(?:.* (\d+) bytes smem)?)?`)

// parseResources reads the report of `ptxas -v` for one architecture.
func parseResources(arch, log string) (report []resource) {
	kernel := ""
	for _, m := range reported.FindAllStringSubmatch(log, -1) {
		if m[1] != "" {
			kernel = m[1]
			continue
		}
		r := resource{Arch: arch, Kernel: kernel, Stack: number(m[3]), SpillStores: number(m[4]),
			SpillLoads: number(m[5]), Registers: number(m[6]), Shared: number(m[7])}
		if m[2] != kernel {
			r.Callee = m[2]
		}
		report = append(report, r)
	}
	return report
}

func number(digits string) int {
	n, _ := strconv.Atoi(digits) // the expressions match digits alone, or nothing
	return n
}

var mangled = regexp.MustCompile(`^_Z(\d+)(\w+)$`)

// shortName returns the function's name in a mangled symbol of a free function. It returns any
// other symbol as it is.
func shortName(symbol string) string {
	if m := mangled.FindStringSubmatch(symbol); m != nil && number(m[1]) <= len(m[2]) {
		return m[2][:number(m[1])]
	}
	return symbol
}

// printResources prints the sizes of a curve's files, and the needs of its kernels.
func printResources(w io.Writer, curve string) error {
	m, err := readManifest(curve)
	if err != nil {
		return err
	}
	fmt.Fprintf(w, "%s; bytes of memory, stack and spills a thread, shared a block\n", curve)
	for _, name := range slices.Sorted(maps.Keys(m.Files)) {
		f := m.Files[name]
		fmt.Fprintf(w, "%s: %d bytes packed, %d unpacked\n", name, f.Blob.Bytes, f.Content.Bytes)
	}
	fmt.Fprintln(w)
	return printTable(w, m.Resources)
}

// printTable prints a table of the kernels. It includes their callees that have a frame or
// spills.
func printTable(w io.Writer, report []resource) error {
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(table, "arch\tregisters\tstack\tspill stores\tspill loads\tshared\t  kernel")
	for _, r := range report {
		if r.Callee != "" && r.Stack+r.SpillStores+r.SpillLoads == 0 {
			continue
		}
		registers, name := strconv.Itoa(r.Registers), r.Kernel
		if r.Callee != "" {
			registers, name = "-", name+" > "+shortName(r.Callee)
		}
		fmt.Fprintf(table, "%s\t%s\t%d\t%d\t%d\t%d\t  %s\n",
			r.Arch, registers, r.Stack, r.SpillStores, r.SpillLoads, r.Shared, name)
	}
	return table.Flush()
}
