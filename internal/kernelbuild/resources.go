package main

import (
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"
	"text/tabwriter"
)

// resource is what one function takes on one architecture, as ptxas reports it. Memory is in bytes: Stack and the
// spills a thread, Shared a block.
type resource struct {
	Arch        string `json:"arch"`
	Function    string `json:"function"`
	Kernel      bool   `json:"kernel"` // false for a device function that is called rather than inlined
	Registers   int    `json:"registers,omitempty"`
	Stack       int    `json:"stack,omitempty"`
	SpillStores int    `json:"spillStores,omitempty"`
	SpillLoads  int    `json:"spillLoads,omitempty"`
	Shared      int    `json:"shared,omitempty"`
}

var (
	kernelLine   = regexp.MustCompile(`Compiling entry function '(\S+)' for '(\S+)'`)
	functionLine = regexp.MustCompile(`Function properties for (\S+)`)
	stackLine    = regexp.MustCompile(`(\d+) bytes stack frame, (\d+) bytes spill stores, (\d+) bytes spill loads`)
	usedLine     = regexp.MustCompile(`Used (\d+) registers`)
	sharedField  = regexp.MustCompile(`(\d+) bytes smem`)
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
			report = append(report, resource{Arch: arch, Function: m[1], Kernel: m[1] == kernel})
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

func number(digits string) int {
	n, _ := strconv.Atoi(digits) // the expressions match digits alone
	return n
}

// printResources prints a table of the kernels, and of those device functions that have a frame or spills.
func printResources(w io.Writer, report []resource) error {
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(table, "arch\tregisters\tstack\tspill stores\tspill loads\tshared\t  function\t")
	for _, r := range report {
		if !r.Kernel && r.Stack+r.SpillStores+r.SpillLoads == 0 {
			continue
		}
		registers := "-"
		if r.Kernel {
			registers = strconv.Itoa(r.Registers)
		}
		fmt.Fprintf(table, "%s\t%s\t%d\t%d\t%d\t%d\t  %s\t\n", r.Arch, registers, r.Stack, r.SpillStores, r.SpillLoads, r.Shared, r.Function)
	}
	return table.Flush()
}
