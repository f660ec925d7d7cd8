package main

import (
	"bytes"
	"context"
	_ "embed"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/gnark-accel/gnark-accel/bench/internal/report"
	"github.com/gnark-accel/gnark-accel/bench/internal/results"
)

//go:embed peers.json
var peersFile []byte

// writeReport is the command report.
func writeReport(_ context.Context, args []string, stdout, _ io.Writer) error {
	f := flag.NewFlagSet("report", flag.ContinueOnError)
	f.SetOutput(stdout)
	folder := f.String("out", "report", "`folder` for report.html and the pictures")
	table := f.Bool("table", false, "print README's tables as Markdown instead")
	f.Usage = func() {
		fmt.Fprintln(f.Output(), "bench report [flags] results.json ...")
		f.PrintDefaults()
	}
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
	if *table {
		return report.WriteTables(stdout, rows)
	}
	peers, err := report.ReadPeers(bytes.NewReader(peersFile))
	if err != nil {
		return err
	}
	return writePage(stdout, *folder, rows, peers)
}

// writePage writes the page and the pictures into a folder.
func writePage(stdout io.Writer, folder string, rows []results.Row, peers *report.Peers) error {
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	var page bytes.Buffer
	if err := report.WritePage(&page, rows, peers); err != nil {
		return err
	}
	path := filepath.Join(folder, "report.html")
	if err := os.WriteFile(path, page.Bytes(), 0o644); err != nil {
		return err
	}
	pictures, err := report.WritePictures(folder, rows, peers)
	fmt.Fprintf(stdout, "%s and %d pictures\n", path, len(pictures))
	return err
}
