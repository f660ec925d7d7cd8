//go:build cuda && linux && (amd64 || arm64)

package cuda

import (
	"errors"
	"fmt"
	"strings"
	"sync"

	"github.com/gnark-accel/gnark-accel/accel/cuda/driver"
)

// kernels are the loaded kernels of one group.
type kernels struct {
	coarseCount, coarseScan, coarseScatter  driver.Function
	fineCount, fineScan, fineScatter        driver.Function
	accumulate, fold, foldLong              driver.Function
	reduceSegments, reduceRows, reduceParts driver.Function
	precompute                              driver.Function
}

// library holds the kernels of one device: a module a curve, a table of functions a group. Modules stay loaded until
// close: the primary context may outlive the device, because other engines share it.
type library struct {
	mutex   sync.Mutex
	modules map[string]driver.Module
	groups  map[string]*kernels
}

// of returns the kernels of a group, loading them at their first use.
func (l *library) of(c *driver.Context, g *Group) (*kernels, error) {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	if k := l.groups[g.prefix()]; k != nil {
		return k, nil
	}
	k := new(kernels)
	err := c.Do(func(t *driver.Thread) error {
		m, err := l.module(t, g)
		if err != nil {
			return err
		}
		return k.find(t, m, g.prefix())
	})
	if err != nil {
		return nil, fmt.Errorf("kernels of %s: %w", g.Name, err)
	}
	if l.groups == nil {
		l.groups = map[string]*kernels{}
	}
	l.groups[g.prefix()] = k
	return k, nil
}

// module returns the module that holds the group's kernels, which the curve's other group may have loaded.
func (l *library) module(t *driver.Thread, g *Group) (driver.Module, error) {
	curve := g.prefix()[:max(0, strings.LastIndex(g.prefix(), "_"))]
	if m, ok := l.modules[curve]; ok {
		return m, nil
	}
	image, err := g.Kernels()
	if err != nil {
		return 0, err
	}
	m, err := t.LoadModule(image)
	if err != nil {
		return 0, err
	}
	if l.modules == nil {
		l.modules = map[string]driver.Module{}
	}
	l.modules[curve] = m
	return m, nil
}

// close unloads the modules. Nothing may run on the device any more.
func (l *library) close(c *driver.Context) error {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	return c.Do(func(t *driver.Thread) error {
		var failures []error
		for _, m := range l.modules {
			failures = append(failures, t.UnloadModule(m))
		}
		l.modules, l.groups = nil, nil
		return errors.Join(failures...)
	})
}

func (k *kernels) find(t *driver.Thread, m driver.Module, group string) error {
	for _, f := range []struct {
		name string
		to   *driver.Function
	}{
		{"coarse_count", &k.coarseCount}, {"coarse_scan", &k.coarseScan}, {"coarse_scatter", &k.coarseScatter},
		{"fine_count", &k.fineCount}, {"fine_scan", &k.fineScan}, {"fine_scatter", &k.fineScatter},
		{"accumulate", &k.accumulate}, {"fold", &k.fold}, {"fold_long", &k.foldLong},
		{"reduce_segments", &k.reduceSegments}, {"reduce_rows", &k.reduceRows}, {"reduce_partials", &k.reduceParts},
		{"precompute", &k.precompute},
	} {
		var err error
		if *f.to, err = t.Function(m, group+"_"+f.name); err != nil {
			return err
		}
	}
	return nil
}
