// Command bench measures gnark-accel.
//
//	go run -tags cuda . msm      multi-scalar multiplications, each result checked
//	go run -tags cuda . tune     widths of windows, and the costs that plans are made with
//
// It is a module of its own, so that what it needs stays out of the library's dependencies.
package main

import (
	"fmt"
	"os"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	if len(args) == 0 {
		return fmt.Errorf("name what to measure: msm or tune")
	}
	switch args[0] {
	case "msm":
		return benchMSM(args[1:])
	case "tune":
		return benchTune(args[1:])
	default:
		return fmt.Errorf("%q is not known; there are: msm, tune", args[0])
	}
}
