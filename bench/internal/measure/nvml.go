//go:build cuda && linux && (amd64 || arm64)

package measure

import "github.com/ebitengine/purego"

// loadNVML maps the library, which comes with the driver. It returns nil without it.
func loadNVML() *nvml {
	so, err := purego.Dlopen("libnvidia-ml.so.1", purego.RTLD_NOW|purego.RTLD_LOCAL)
	if err != nil {
		return nil
	}
	n, begin := new(nvml), func() int32 { return 1 }
	for name, to := range map[string]any{
		"nvmlInit_v2": &begin, "nvmlDeviceGetHandleByUUID": &n.handle,
		"nvmlDeviceGetTotalEnergyConsumption": &n.used, "nvmlDeviceGetClockInfo": &n.clock,
	} {
		if _, err := purego.Dlsym(so, name); err != nil {
			return nil
		}
		purego.RegisterLibFunc(to, so, name)
	}
	if begin() != 0 {
		return nil
	}
	return n
}
