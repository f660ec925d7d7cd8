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
	coarseCount, coarseScan, coarseScatter driver.Function
	fineCount, fineScan, fineScatter       driver.Function
	pairStarts, pairSlots, pair            driver.Function // of groups that are paired
	accumulate, fold, foldGroups, foldLong driver.Function
	reduceLines, reduceBits                driver.Function
	precompute                             driver.Function
}

// library holds the kernels of one device: a module a curve, a table of functions a group and a field. Modules stay loaded until
// close: the primary context may outlive the device, because other engines share it.
type library struct {
	mutex   sync.Mutex
	modules map[string]driver.Module
	groups  map[string]*kernels
	fields  map[string]*fieldKernels
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
		m, err := l.module(t, g.prefix(), g.Kernels)
		if err != nil {
			return err
		}
		if err := k.find(t, m, g); err != nil {
			return err
		}
		return k.allowShared(t, scatterShared(c.Info().SharedBytes))
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

// function returns a kernel of a group that is rarely needed.
func (l *library) function(c *driver.Context, g *Group, name string) (f driver.Function, err error) {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	err = c.Do(func(t *driver.Thread) error {
		m, err := l.module(t, g.prefix(), g.Kernels)
		if err == nil {
			f, err = t.Function(m, g.prefix()+"_"+name)
		}
		return err
	})
	return f, err
}

// module returns the module with the kernels whose names begin with the prefix, the curve's name and one word more. The
// curve's other group, or its field, may have loaded it.
func (l *library) module(t *driver.Thread, prefix string, fatbin func() ([]byte, error)) (driver.Module, error) {
	curve := curveOf(prefix)
	if m, ok := l.modules[curve]; ok {
		return m, nil
	}
	image, err := fatbin()
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

// curveOf is the curve whose group or field has kernels with names that begin with the prefix.
func curveOf(prefix string) string { return prefix[:max(0, strings.LastIndex(prefix, "_"))] }

// close unloads the modules. Nothing may run on the device any more.
func (l *library) close(c *driver.Context) error {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	return c.Do(func(t *driver.Thread) error {
		var failures []error
		for _, m := range l.modules {
			failures = append(failures, t.UnloadModule(m))
		}
		l.modules, l.groups, l.fields = nil, nil, nil
		return errors.Join(failures...)
	})
}

func (k *kernels) find(t *driver.Thread, m driver.Module, g *Group) error {
	names := []kernelName{
		{"coarse_count", &k.coarseCount}, {"coarse_scan", &k.coarseScan}, {"coarse_scatter", &k.coarseScatter},
		{"fine_count", &k.fineCount}, {"fine_scan", &k.fineScan}, {"fine_scatter", &k.fineScatter},
		{"accumulate", &k.accumulate}, {"fixup", &k.fold},
		{"fixup_groups", &k.foldGroups}, {"fixup_long", &k.foldLong},
		{"reduce_lines", &k.reduceLines}, {"reduce_bits", &k.reduceBits},
		{"precompute", &k.precompute},
	}
	if paired(g.CoordinateLimbs) {
		names = append(names, kernelName{"batch_affine_starts", &k.pairStarts},
			kernelName{"batch_affine_pairs", &k.pairSlots}, kernelName{"batch_affine_add", &k.pair})
	}
	return findAll(t, m, g.prefix(), names)
}

// allowShared lets the scatters ask for so many bytes of shared memory a block.
func (k *kernels) allowShared(t *driver.Thread, bytes int) error {
	for _, f := range []driver.Function{k.coarseScatter, k.fineScatter} {
		if err := t.AllowShared(f, bytes); err != nil {
			return err
		}
	}
	return nil
}

// kernelName says where a kernel goes, by its name without the prefix.
type kernelName struct {
	name string
	to   *driver.Function
}

// findAll finds the kernels prefix_name.
func findAll(t *driver.Thread, m driver.Module, prefix string, names []kernelName) error {
	for _, k := range names {
		var err error
		if *k.to, err = t.Function(m, prefix+"_"+k.name); err != nil {
			return err
		}
	}
	return nil
}
