package report

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/gnark-accel/gnark-accel/bench/internal/chart"
	"github.com/gnark-accel/gnark-accel/bench/internal/results"
)

// WriteFolder writes report.md into a folder, with all rows and columns, and its figures as PNG.
// The figures of a machine with a GPU have plain names, the names of others begin with the kind of
// the device; further machines of a kind are numbered. It returns the paths.
func WriteFolder(folder string, rows []*results.Row, peers *Peers) (paths []string, err error) {
	all, err := sections(rows)
	if err != nil {
		return nil, err
	}
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return nil, err
	}
	paths = []string{filepath.Join(folder, "report.md")}
	seen := map[results.Kind]int{}
	figures := map[*section]string{}
	for _, s := range all {
		kind, prefix := s.Machine.Device.Kind, ""
		seen[kind]++
		if kind != results.GPU {
			prefix = string(kind) + "-"
		}
		if seen[kind] > 1 {
			prefix += fmt.Sprintf("%d-", seen[kind])
		}
		for _, f := range s.figures(peers) {
			name := prefix + f.name + ".png"
			paths = append(paths, filepath.Join(folder, name))
			if err := writePicture(filepath.Join(folder, name), f.drawing); err != nil {
				return nil, fmt.Errorf("%s: %w", name, err)
			}
			figures[s] += fmt.Sprintf("\n![%s](%s)\n\n%s\n", f.name, name, f.caption)
		}
	}
	var b strings.Builder
	markdown{w: &b, figures: figures}.write(all)
	return paths, os.WriteFile(paths[0], []byte(b.String()), 0o644)
}

func writePicture(path string, d chart.Drawing) error {
	file, err := os.Create(path)
	if err != nil {
		return err
	}
	return errors.Join(chart.PNG(d, file), file.Close())
}
