package device

import (
	"errors"
	"fmt"
	"strings"
	"sync"

	"github.com/gnark-accel/gnark-accel/accel/cuda/internal/driver"
)

// KernelSet says which kernels of a group or field to load.
type KernelSet struct {
	Prefix string // of their names: the curve's name and one word more
	Images driver.Images
	Names  []string // without the prefix, of which the first tells the set from others
	// Sharing are kernels whose blocks may ask for SharedBytes of dynamic shared memory.
	Sharing     []string
	SharedBytes int
}

// Functions are loaded kernels, by their names without the prefix.
type Functions map[string]driver.Function

// kernels are the kernels that a device has loaded, and their modules, one per curve.
//
// Modules stay loaded until the device is closed: the primary context may outlive it, because other
// engines share it.
type kernels struct {
	sets    sync.Map                 // Functions by setKey
	loading sync.Mutex               // guards the modules
	modules map[string]driver.Module // by curve
}

type setKey struct{ prefix, first string }

// Load returns kernels, which it loads at their first use.
func (d *Device) Load(set KernelSet) (Functions, error) {
	k, key := &d.kernels, setKey{set.Prefix, set.Names[0]}
	if loaded, ok := k.sets.Load(key); ok {
		return loaded.(Functions), nil
	}
	k.loading.Lock()
	defer k.loading.Unlock()
	if loaded, ok := k.sets.Load(key); ok {
		return loaded.(Functions), nil
	}
	loaded := Functions{}
	err := d.Context.Do(func(t *driver.Thread) error { return k.load(t, set, loaded) })
	if err != nil {
		return nil, fmt.Errorf("kernels of %s: %w", set.Prefix, err)
	}
	k.sets.Store(key, loaded)
	return loaded, nil
}

// load loads kernels of a set. The curve's other group, or its field, may have loaded the module.
func (k *kernels) load(t *driver.Thread, set KernelSet, loaded Functions) (err error) {
	curve := CurveOf(set.Prefix)
	module, ok := k.modules[curve]
	if !ok {
		if module, err = t.LoadImages(set.Images); err != nil {
			return err
		}
		if k.modules == nil {
			k.modules = map[string]driver.Module{}
		}
		k.modules[curve] = module
	}
	for _, name := range set.Names {
		if loaded[name], err = t.Function(module, set.Prefix+"_"+name); err != nil {
			return err
		}
	}
	for _, name := range set.Sharing {
		if err := t.AllowShared(loaded[name], set.SharedBytes); err != nil {
			return err
		}
	}
	return nil
}

// CurveOf is the curve of a group or field, by its kernels' prefix.
func CurveOf(prefix string) string { return prefix[:max(0, strings.LastIndex(prefix, "_"))] }

// unload unloads the modules. Nothing may run on the device any more.
func (k *kernels) unload(c *driver.Context) error {
	k.loading.Lock()
	defer k.loading.Unlock()
	return c.Do(func(t *driver.Thread) (err error) {
		for _, module := range k.modules {
			err = errors.Join(err, t.UnloadModule(module))
		}
		k.modules = nil
		return err
	})
}
