package main

import (
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"
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

var (
	kernelLine   = regexp.MustCompile(`Compiling entry function '(\S+)' for '(\S+)'`)
	functionLine = regexp.MustCompile(`Function properties for (\S+)`)
	stackLine    = regexp.MustCompile(`(\d+) bytes stack frame, ` +
		`(\d+) bytes spill stores, (\d+) bytes spill loads`)
	usedLine    = regexp.MustCompile(`Used (\d+) registers`)
	mangled     = regexp.MustCompile(`^_Z(\d+)(\w+)$`)
	sharedField = regexp.MustCompile(`(\d+) bytes smem`)
)

// parseResources reads the report of `ptxas -v` for one architecture.
func parseResources(arch, log string) []resource {
	var (
		report []resource
		kernel string
	)
	for line := range strings.Lines(log) {
		if m := kernelLine.FindStringSubmatch(line); m != nil {
			kernel = m[1]
			continue
		}
		if m := functionLine.FindStringSubmatch(line); m != nil {
			r := resource{Arch: arch, Kernel: kernel}
			if m[1] != kernel {
				r.Callee = m[1]
			}
			report = append(report, r)
			continue
		}
		if len(report) == 0 {
			continue
		}
		last := &report[len(report)-1]
		if m := stackLine.FindStringSubmatch(line); m != nil {
			last.Stack, last.SpillStores, last.SpillLoads = number(m[1]), number(m[2]), number(m[3])
		}
		if m := usedLine.FindStringSubmatch(line); m != nil {
			last.Registers = number(m[1])
			if m := sharedField.FindStringSubmatch(line); m != nil {
				last.Shared = number(m[1])
			}
		}
	}
	return report
}

// shortName returns the function's name in a mangled symbol of a free function. It returns any
// other symbol as it is.
func shortName(symbol string) string {
	if m := mangled.FindStringSubmatch(symbol); m != nil && number(m[1]) <= len(m[2]) {
		return m[2][:number(m[1])]
	}
	return symbol
}

func number(digits string) int {
	n, _ := strconv.Atoi(digits) // the expressions match digits alone
	return n
}

// printResources prints a table of the kernels. It includes their callees that have a frame or
// spills.
func printResources(w io.Writer, report []resource) error {
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
