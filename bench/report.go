package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/gnark-accel/gnark-accel/bench/internal/flags"
	"github.com/gnark-accel/gnark-accel/bench/internal/measure"
	"github.com/gnark-accel/gnark-accel/bench/internal/results"
)

// report is the command report.
type report struct{ Out, Markdown, Chart string }

func (c *report) run(r *measure.Run, files []string) error {
	if len(files) == 0 {
		return flags.Wrong("name files of results")
	}
	rows, err := results.ReadFiles(files...)
	if err != nil {
		return err
	}
	page, details := c.Markdown, c.Markdown == "" && c.Chart == ""
	if details {
		page = filepath.Join(c.Out, "report.md")
		fmt.Fprintln(r.Out, page)
	}
	picture := "" // as the page refers to it
	if c.Chart != "" && c.Chart != "-" {
		picture, _ = filepath.Rel(filepath.Dir(page), c.Chart)
	}
	return errors.Join(
		writeTo(page, r.Out, func(w io.Writer) error {
			return results.WriteMarkdown(w, rows, picture, details)
		}),
		writeTo(c.Chart, r.Out, func(w io.Writer) error { return results.WriteChart(w, rows) }))
}

// writeTo writes to a file, whose folder it makes, or to stdout for "-". It does nothing for an
// empty name.
func writeTo(path string, stdout io.Writer, write func(io.Writer) error) error {
	switch path {
	case "":
		return nil
	case "-":
		return write(stdout)
	}
	var b bytes.Buffer
	if err := errors.Join(write(&b), os.MkdirAll(filepath.Dir(path), 0o755)); err != nil {
		return err
	}
	return os.WriteFile(path, b.Bytes(), 0o644)
}
