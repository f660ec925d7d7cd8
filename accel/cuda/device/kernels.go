package device

import (
	"fmt"
	"sync"

	"github.com/gnark-accel/gnark-accel/accel/cuda/driver"
)

// Kernels holds the loaded kernels of groups or fields.
type Kernels struct {
	mutex sync.Mutex
	all   map[string]Functions // by the prefix of their names
}

// Functions are loaded kernels, by their names without the prefix.
type Functions map[string]driver.Function

// Load returns the kernels with names of a prefix, which it loads at their first use. Prepare, if
// it is not nil, sets attributes of them then.
func (k *Kernels) Load(
	d *Device, prefix string, images driver.Images, names []string,
	prepare func(*driver.Thread, Functions) error,
) (Functions, error) {
	k.mutex.Lock()
	defer k.mutex.Unlock()
	if loaded, ok := k.all[prefix]; ok {
		return loaded, nil
	}
	loaded := Functions{}
	err := d.Context.Do(func(t *driver.Thread) error {
		m, err := d.Modules.load(t, prefix, images)
		if err != nil {
			return err
		}
		for _, name := range names {
			if loaded[name], err = t.Function(m, prefix+"_"+name); err != nil {
				return err
			}
		}
		if prepare == nil {
			return nil
		}
		return prepare(t, loaded)
	})
	if err != nil {
		return nil, fmt.Errorf("kernels of %s: %w", prefix, err)
	}
	if k.all == nil {
		k.all = map[string]Functions{}
	}
	k.all[prefix] = loaded
	return loaded, nil
}

// Launch launches a kernel on a line of blocks.
func Launch[A any](
	t *driver.Thread, f driver.Function, blocks, threads int, s driver.Stream, args *A,
) error {
	grid, block := [3]uint32{uint32(blocks), 1, 1}, [3]uint32{uint32(threads), 1, 1}
	return driver.Launch(t, f, grid, block, s, args)
}
