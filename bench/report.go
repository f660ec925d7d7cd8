package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/gnark-accel/gnark-accel/bench/internal/benchmarks"
	"github.com/gnark-accel/gnark-accel/bench/internal/results"
)

// writeReport is the command report.
func writeReport(_ context.Context, args []string, stdout, _ io.Writer) error {
	f := newFlags("report", stdout)
	folder := f.String("out", "report", "`folder` for report.md, which has all rows and columns")
	markdown := f.String("markdown", "",
		"write the tables without details to this `file` in Markdown instead; - prints them")
	chart := f.String("chart", "",
		"write README's chart to this `file` as SVG instead; - prints it")
	if err := parse(f, args); err != nil {
		return err
	}
	if f.NArg() == 0 {
		return fmt.Errorf("%w: name files of results", errUsage)
	}
	rows, err := results.ReadFiles(f.Args()...)
	if err != nil {
		return err
	}
	if *markdown == "" && *chart == "" {
		return writePage(stdout, filepath.Join(*folder, "report.md"), rows)
	}
	beside := "" // the picture, as the page refers to it
	if *chart != "" && *chart != "-" {
		beside, _ = filepath.Rel(filepath.Dir(*markdown), *chart)
	}
	return errors.Join(
		writeTo(*markdown, stdout, func(w io.Writer) error {
			return benchmarks.Views().WriteMarkdown(w, rows, beside)
		}),
		writeTo(*chart, stdout, func(w io.Writer) error { return results.WriteChart(w, rows) }))
}

// writeTo writes to a file, or to stdout for "-". It does nothing for an empty name.
func writeTo(path string, stdout io.Writer, write func(io.Writer) error) error {
	switch path {
	case "":
		return nil
	case "-":
		return write(stdout)
	}
	var b bytes.Buffer
	if err := write(&b); err != nil {
		return err
	}
	return os.WriteFile(path, b.Bytes(), 0o644)
}

// writePage writes the page with all rows and columns.
func writePage(stdout io.Writer, path string, rows []*results.Row) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	fmt.Fprintln(stdout, path)
	return writeTo(path, stdout, func(w io.Writer) error {
		return benchmarks.Views().WriteDetails(w, rows)
	})
}
