package results

import (
	"bytes"
	_ "embed"
	"errors"
	"fmt"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"golang.org/x/perf/benchfmt"
)

// ErrFormat: a file has no rows of bench in Go's benchmark format.
var ErrFormat = errors.New("no rows in Go's benchmark format")

// units are the lines of units at the top of a file. Times are samples. A figure of a row is exact
// and has one value: how benchstat shows it.
//
//go:embed units.txt
var units string

// implementation is the part of a benchmark's name that says whose time a line has.
const implementation = "/impl="

// lines are the row in Go's benchmark format, a line for each run. The first line, which is ours,
// has the figures as values of their units, too.
func (r *Row) lines() (all []*benchfmt.Result) {
	name := strings.ToUpper(r.Command[:1]) + r.Command[1:] + "/" + r.Setting.String()
	others := maps.Clone(r.Times)
	delete(others, Ours)
	for _, of := range slices.Insert(slices.Sorted(maps.Keys(others)), 0, Ours) {
		for _, ms := range r.Times[of] {
			all = append(all, &benchfmt.Result{
				Config: r.config(), Iters: 1, Name: benchfmt.Name(name + implementation + of),
				Values: []benchfmt.Value{{Value: math.Round(ms * 1e6), Unit: "ns/op"}},
			})
		}
	}
	for unit, value := range sorted(r.Figures) {
		all[0].Values = append(all[0].Values, benchfmt.Value{Value: value, Unit: unit})
	}
	return all
}

// config has the date and the machine, a line each. An empty line ends what rows before it said of
// their device.
func (r *Row) config() []benchfmt.Config {
	all := []benchfmt.Config{{Key: "date", Value: []byte(r.Date.Format(time.RFC3339)), File: true}}
	machine := Machine{"device": "", "capability": "", "memory": "", "driver": "", "cuda": ""}
	maps.Copy(machine, r.Machine)
	for key, text := range sorted(machine) {
		all = append(all, benchfmt.Config{Key: key, Value: []byte(text), File: true})
	}
	return all
}

// add reads a line: into the last row if it is another run of that, or as a row of its own.
func add(rows []*Row, line *benchfmt.Result) ([]*Row, error) {
	name, of, found := strings.Cut(line.Name.String(), implementation)
	command, settings, named := strings.Cut(name, "/")
	row := New(strings.ToLower(command), Setting{})
	for part := range strings.SplitSeq(settings, "/") {
		key, value, _ := strings.Cut(part, "=")
		row.Setting[key] = value
	}
	for _, c := range line.Config {
		if c.File {
			row.Machine[c.Key] = string(c.Value)
		}
	}
	var err error
	row.Date, err = time.Parse(time.RFC3339, row.Machine["date"])
	if err != nil || !found || !named {
		return nil, fmt.Errorf("%s: %w: %w", line.Name, ErrFormat, err)
	}
	delete(row.Machine, "date")
	if last := len(rows) - 1; last >= 0 && rows[last].same(row) {
		row = rows[last]
	} else {
		rows = append(rows, row)
	}
	for _, v := range line.Values {
		if v.OrigUnit == "ns/op" {
			row.Times[of] = append(row.Times[of], v.OrigValue/1e6)
		} else {
			row.Figures[v.Unit] = v.Value
		}
	}
	return rows, row.check()
}

// same says whether two rows are runs of one measurement.
func (r *Row) same(other *Row) bool {
	return r.Date.Equal(other.Date) && maps.Equal(r.Machine, other.Machine) &&
		r.Name() == other.Name()
}

// check refuses rows that others cannot rely on.
func (r *Row) check() error {
	if r.Times[Ours] == nil || !slices.Contains(kinds, r.Machine.Kind()) ||
		!known(r.Command) {
		return fmt.Errorf("%s: %w: times of %d implementations on device %q", r.Name(), ErrFormat,
			len(r.Times), r.Machine.Kind())
	}
	for of, sample := range r.Times {
		if len(sample) == 0 || !(sample.Min() > 0) {
			return fmt.Errorf("%s: %w: times of %s: %v ms", r.Name(), ErrFormat, of, sample)
		}
	}
	return nil
}

// ReadFiles returns the rows of files, in order.
func ReadFiles(paths ...string) (rows []*Row, err error) {
	in := &benchfmt.Files{Paths: paths}
	for err == nil && in.Scan() {
		switch record := in.Result().(type) {
		case *benchfmt.Result:
			rows, err = add(rows, record)
		case *benchfmt.SyntaxError:
			err = fmt.Errorf("%w: %w", ErrFormat, record)
		}
	}
	if err = errors.Join(err, in.Err()); err == nil && len(rows) == 0 {
		err = fmt.Errorf("%v: %w", paths, ErrFormat)
	}
	return rows, err
}

// Append appends a row to a file at once. Rows before an interrupt are whole. A new file begins
// with the lines of units; its folder is made.
func Append(path string, row *Row) (err error) {
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_APPEND|os.O_CREATE, 0o644)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	var text bytes.Buffer
	if info, err := file.Stat(); err != nil {
		return err
	} else if info.Size() == 0 {
		text.WriteString(units)
	}
	out := benchfmt.NewWriter(&text)
	for _, line := range row.lines() {
		err = errors.Join(err, out.Write(line))
	}
	_, failure := file.Write(text.Bytes())
	return errors.Join(err, failure)
}
