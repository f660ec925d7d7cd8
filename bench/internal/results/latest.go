package results

import "fmt"

// Latest returns the rows that no later row replaces. A row replaces earlier rows of the same
// configuration, measured on the same kind of device: files are appended to.
func Latest(rows []*Row) []*Row {
	last := map[string]int{}
	for i, row := range rows {
		last[row.key()] = i
	}
	var kept []*Row
	for i, row := range rows {
		if last[row.key()] == i {
			kept = append(kept, row)
		}
	}
	return kept
}

// key names the configuration and the machine.
func (r *Row) key() string {
	d := r.Machine.Device
	return fmt.Sprint(d.Kind, d.Name, r.Machine.CPU, r.Machine.Threads, r.Name())
}

// ByMachine groups rows by the machine, but for its revision: GPUs first, then emulators, then
// CPUs, otherwise in the order of the first row.
func ByMachine(rows []*Row) [][]*Row {
	var groups [][]*Row
	for _, kind := range []Kind{GPU, Emulator, CPU} {
		var ofKind []*Row
		for _, row := range rows {
			if row.Machine.Device.Kind == kind {
				ofKind = append(ofKind, row)
			}
		}
		groups = append(groups, Group(ofKind, func(r *Row) string {
			d := r.Machine.Device
			return fmt.Sprint(d.Name, d.Driver, r.Machine.CPU, r.Machine.Threads)
		})...)
	}
	return groups
}

// Group collects rows with the same key, in the order of their first rows.
func Group(rows []*Row, key func(*Row) string) (groups [][]*Row) {
	index := map[string]int{}
	for _, row := range rows {
		i, ok := index[key(row)]
		if !ok {
			i = len(groups)
			index[key(row)] = i
			groups = append(groups, nil)
		}
		groups[i] = append(groups[i], row)
	}
	return groups
}
