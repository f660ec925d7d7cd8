package container

import (
	"math"
	"testing"
	"testing/fstest"
)

// TestMemory goes through limits of the process's group, and of those around it.
func TestMemory(t *testing.T) {
	const own, unlimited = "0::/pod/worker\n", uint64(math.MaxUint64)
	for name, test := range map[string]struct {
		files       map[string]string
		limit, left uint64
	}{
		"no groups": {nil, unlimited, unlimited},
		"no limit": {map[string]string{
			"proc/self/cgroup":         "0::/\n",
			"sys/fs/cgroup/memory.max": "max\n", "sys/fs/cgroup/memory.current": "7\n",
		}, unlimited, unlimited},
		"a container": {map[string]string{
			"proc/self/cgroup":         "0::/\n",
			"sys/fs/cgroup/memory.max": "1000\n", "sys/fs/cgroup/memory.current": "700\n",
			"sys/fs/cgroup/memory.stat": "anon 450\nfile 250\ninactive_file 200\nactive_file 50\n",
		}, 1000, 550},
		"over its limit": {map[string]string{
			"proc/self/cgroup":         "0::/../outside\n",
			"sys/fs/cgroup/memory.max": "1000\n", "sys/fs/cgroup/memory.current": "1100\n",
		}, 1000, 0},
		"groups in each other": {map[string]string{
			"proc/self/cgroup":                    "4:memory:/elsewhere\n" + own,
			"sys/fs/cgroup/pod/memory.max":        "2000\n",
			"sys/fs/cgroup/pod/memory.current":    "1900\n",
			"sys/fs/cgroup/pod/worker/memory.max": "1000\n",
			// the other 1200 are another process's
			"sys/fs/cgroup/pod/worker/memory.current": "700\n",
		}, 1000, 100},
	} {
		root := make(fstest.MapFS)
		for file, text := range test.files {
			root[file] = &fstest.MapFile{Data: []byte(text)}
		}
		if limit, left := memory(root); limit != test.limit || left != test.left {
			t.Errorf("%s: %d, of which %d are left", name, limit, left)
		}
	}
}
