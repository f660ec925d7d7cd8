package results

import "fmt"

// Latest returns the rows that no later row replaces. A row replaces earlier rows of the same
// configuration, measured on the same kind of device: files are appended to.
func Latest(rows []Row) []Row {
	last := map[string]int{}
	for i := range rows {
		last[rows[i].key()] = i
	}
	var kept []Row
	for i := range rows {
		if last[rows[i].key()] == i {
			kept = append(kept, rows[i])
		}
	}
	return kept
}

// key names the configuration and the machine.
func (r *Row) key() string {
	return fmt.Sprintf("%s %s %s %d %s", r.Machine.Device.Kind, r.Machine.Device.Name,
		r.Machine.CPU, r.Machine.Threads, r.Series()[0].Name)
}

// ByMachine groups rows by the machine, but for its revision: GPUs first, then emulators, then
// CPUs, otherwise in the order of the first row.
func ByMachine(rows []Row) [][]Row {
	var groups [][]Row
	for _, kind := range []Kind{GPU, Emulator, CPU} {
		index := map[string]int{}
		for _, row := range rows {
			d := row.Machine.Device
			if d.Kind != kind {
				continue
			}
			key := fmt.Sprintf("%s %s %s %d", d.Name, d.Driver, row.Machine.CPU,
				row.Machine.Threads)
			i, ok := index[key]
			if !ok {
				i = len(groups)
				index[key] = i
				groups = append(groups, nil)
			}
			groups[i] = append(groups[i], row)
		}
	}
	return groups
}
