package results

import (
	"fmt"
	"slices"
)

// latest returns the rows that no later row replaces. A row replaces earlier rows of the same
// configuration, measured on the same kind of device: files are appended to.
func latest(rows []*Row) []*Row {
	last := map[string]*Row{}
	for _, row := range rows {
		last[row.key()] = row
	}
	return only(rows, func(r *Row) bool { return last[r.key()] == r })
}

// only returns the rows that a function chooses.
func only(rows []*Row, choose func(*Row) bool) (chosen []*Row) {
	for _, row := range rows {
		if choose(row) {
			chosen = append(chosen, row)
		}
	}
	return chosen
}

// key names the configuration and the machine.
func (r *Row) key() string {
	m := r.Machine
	return fmt.Sprint(m["device-kind"], m["device"], m["cpu"], m["threads"], r.Name())
}

// byMachine groups rows by the machine, but for its revision: GPUs first, then emulators, then
// CPUs, otherwise in the order of the first row.
func byMachine(rows []*Row) [][]*Row {
	groups := group(rows, func(r *Row) string {
		m := r.Machine
		return fmt.Sprint(m["device-kind"], m["device"], m["driver"], m["cpu"], m["threads"])
	})
	slices.SortStableFunc(groups, func(a, b []*Row) int {
		return slices.Index(kinds, a[0].Machine.Kind()) - slices.Index(kinds, b[0].Machine.Kind())
	})
	return groups
}

// group collects what has the same key, in the order of the first ones.
func group[T any](all []T, key func(T) string) (groups [][]T) {
	index := map[string]int{}
	for _, one := range all {
		i, ok := index[key(one)]
		if !ok {
			i = len(groups)
			index[key(one)] = i
			groups = append(groups, nil)
		}
		groups[i] = append(groups[i], one)
	}
	return groups
}
