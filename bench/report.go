package main

import (
	"bytes"
	"context"
	_ "embed"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/gnark-accel/gnark-accel/bench/internal/report"
	"github.com/gnark-accel/gnark-accel/bench/internal/results"
)

//go:embed peers.json
var peersFile []byte

// reportHelp is the beginning of report -h.
const reportHelp = `bench report turns rows into a page with pictures, or into Markdown.

    bench report -out report msm.json ntt.json prove.json
    bench report -markdown ../docs/performance.md results/h100/*.json
`

// writeReport is the command report.
func writeReport(_ context.Context, args []string, stdout, _ io.Writer) error {
	f := newFlags("report", reportHelp, stdout)
	folder := f.String("out", "report", "`folder` for report.md and the pictures")
	markdown := f.String("markdown", "",
		"write the tables without details to this `file` in Markdown instead; - prints them")
	chart := f.String("chart", "",
		"write README's chart to this `file` as SVG instead; - prints it")
	short := f.Bool("short", false, "print README's small table instead")
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
	if *markdown == "" && *chart == "" && !*short {
		return writePage(stdout, *folder, rows)
	}
	if *short {
		return report.WriteShort(stdout, rows)
	}
	beside := "" // the picture, as the page refers to it
	if *chart != "" && *chart != "-" {
		beside, _ = filepath.Rel(filepath.Dir(*markdown), *chart)
	}
	return errors.Join(
		writeTo(*markdown, stdout, func(w io.Writer) error {
			return report.WriteMarkdown(w, rows, beside)
		}),
		writeTo(*chart, stdout, func(w io.Writer) error { return report.WriteChart(w, rows) }))
}

// writeTo writes to a file, or to stdout if its name is "-", or nothing if it is empty.
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

// writePage writes the page and the pictures into a folder.
func writePage(stdout io.Writer, folder string, rows []*results.Row) error {
	peers, err := report.ReadPeers(bytes.NewReader(peersFile))
	if err != nil {
		return err
	}
	paths, err := report.WriteFolder(folder, rows, peers)
	if err != nil {
		return err
	}
	fmt.Fprintf(stdout, "%s and %d pictures\n", paths[0], len(paths)-1)
	return nil
}
