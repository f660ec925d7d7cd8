package device

import (
	"errors"
	"strings"
	"sync"

	"github.com/gnark-accel/gnark-accel/accel/cuda/driver"
)

// Modules are the loaded kernel modules of a device, one per curve.
//
// They stay loaded until the device is closed: the primary context may outlive it, because other
// engines share it.
type Modules struct {
	mutex sync.Mutex
	all   map[string]driver.Module
}

// load returns the module with the kernels whose names begin with the prefix. The prefix is the
// curve's name and one word more. The curve's other group, or its field, may have loaded it.
func (m *Modules) load(
	t *driver.Thread, prefix string, images driver.Images,
) (driver.Module, error) {
	m.mutex.Lock()
	defer m.mutex.Unlock()
	curve := CurveOf(prefix)
	if module, ok := m.all[curve]; ok {
		return module, nil
	}
	module, err := t.LoadImages(images)
	if err != nil {
		return 0, err
	}
	if m.all == nil {
		m.all = map[string]driver.Module{}
	}
	m.all[curve] = module
	return module, nil
}

// Function returns the kernel prefix_name of a curve. A module is loaded at its first use.
func (d *Device) Function(
	prefix, name string, images driver.Images,
) (f driver.Function, err error) {
	err = d.Context.Do(func(t *driver.Thread) error {
		m, err := d.Modules.load(t, prefix, images)
		if err == nil {
			f, err = t.Function(m, prefix+"_"+name)
		}
		return err
	})
	return f, err
}

// CurveOf is the curve whose group or field has kernels with names that begin with the prefix.
func CurveOf(prefix string) string { return prefix[:max(0, strings.LastIndex(prefix, "_"))] }

// close unloads the modules. Nothing may run on the device any more.
func (m *Modules) close(c *driver.Context) error {
	m.mutex.Lock()
	defer m.mutex.Unlock()
	return c.Do(func(t *driver.Thread) (err error) {
		for _, module := range m.all {
			err = errors.Join(err, t.UnloadModule(module))
		}
		m.all = nil
		return err
	})
}
