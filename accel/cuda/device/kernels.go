package device

import (
	"fmt"
	"sync"

	"github.com/gnark-accel/gnark-accel/accel/cuda/driver"
)

// Kernels holds the loaded kernels of groups or fields, a table K each.
type Kernels[K any] struct {
	mutex  sync.Mutex
	tables map[string]*K // by the prefix of the kernels' names
}

// Source says where a table's kernels come from, and which they are.
type Source[K any] struct {
	Name   string // of the group or field, for errors
	Prefix string // of the kernels' names
	Images driver.Images
	List   func(*K) []Kernel
	// Prepare, if it is not nil, sets attributes of the kernels that were found.
	Prepare func(*driver.Thread, *K) error
}

// Kernel is an entry of a table of kernels. It holds the name without the prefix, and the place of
// the function.
type Kernel struct {
	Name     string
	Function *driver.Function
}

// Get returns the table of a prefix.
func (k *Kernels[K]) Get(prefix string) (table *K, ok bool) {
	k.mutex.Lock()
	defer k.mutex.Unlock()
	table, ok = k.tables[prefix]
	return table, ok
}

// Load returns the table of a source, whose kernels it loads at their first use.
func (k *Kernels[K]) Load(d *Device, s Source[K]) (*K, error) {
	k.mutex.Lock()
	defer k.mutex.Unlock()
	if table, ok := k.tables[s.Prefix]; ok {
		return table, nil
	}
	table := new(K)
	err := d.Context.Do(func(t *driver.Thread) error { return s.fill(d, t, table) })
	if err != nil {
		return nil, fmt.Errorf("kernels of %s: %w", s.Name, err)
	}
	if k.tables == nil {
		k.tables = map[string]*K{}
	}
	k.tables[s.Prefix] = table
	return table, nil
}

// fill finds the kernels prefix_name.
func (s *Source[K]) fill(d *Device, t *driver.Thread, table *K) error {
	m, err := d.Modules.load(t, s.Prefix, s.Images)
	if err != nil {
		return err
	}
	for _, k := range s.List(table) {
		if *k.Function, err = t.Function(m, s.Prefix+"_"+k.Name); err != nil {
			return err
		}
	}
	if s.Prepare == nil {
		return nil
	}
	return s.Prepare(t, table)
}

// Launch launches a kernel on a line of blocks.
func Launch[A any](
	t *driver.Thread, f driver.Function, blocks, threads int, s driver.Stream, args *A,
) error {
	grid, block := [3]uint32{uint32(blocks), 1, 1}, [3]uint32{uint32(threads), 1, 1}
	return driver.Launch(t, f, grid, block, s, args)
}
