// Generator writes the generated files of this module. They differ between curves by names and
// types alone, or list all curves.
//
// A template lies under templates at the path of its output, with ".tmpl" appended. The folder
// "curve" in that path stands for the folder of each curve; without it the file is generated once,
// for all curves together. The header line is put in front, and Go code is formatted.
//
//	go generate ./...                     writes the files
//	go run ./internal/generator -check    fails if a file is not current
package main

import (
	"flag"
	"fmt"
	"os"
)

func main() {
	checkOnly := flag.Bool("check", false, "write nothing, and fail if a generated file differs")
	flag.Parse()
	if err := run(*checkOnly); err != nil {
		fmt.Fprintln(os.Stderr, "generator:", err)
		os.Exit(1)
	}
}

func run(checkOnly bool) error {
	root, err := findRoot()
	if err != nil {
		return err
	}
	files, err := generate()
	if err != nil {
		return err
	}
	if checkOnly {
		return check(root, files)
	}
	return write(root, files)
}
