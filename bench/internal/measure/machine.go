package measure

import (
	"cmp"
	"fmt"
	"os"
	"regexp"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"

	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/bench/internal/results"
)

// Revision is set by the linker (-X) for builds without version control.
var Revision string

// Machine describes this machine and the engine's device.
func Machine(engine *accel.Engine) results.Machine {
	m := results.Machine{
		"device-kind": string(results.CPU),
		"cpu":         cmp.Or(found(model, "/proc/cpuinfo"), runtime.GOARCH),
		"cores":       strconv.Itoa(runtime.NumCPU()),
		"threads":     strconv.Itoa(runtime.GOMAXPROCS(0)),
		"goos":        runtime.GOOS,
		"goarch":      runtime.GOARCH,
		"kernel":      found(first, "/proc/sys/kernel/osrelease"),
		"go":          runtime.Version(),
		"revision":    revision(),
	}
	if all := engine.Devices(); len(all) > 0 {
		describe(m, all[0])
	}
	return m
}

// emulator is the name of the device of the tests' driver.
const emulator = "CUDA emulator"

func describe(m results.Machine, d accel.DeviceInfo) {
	m["device"] = d.Name
	m["capability"] = fmt.Sprintf("%d.%d", d.Major, d.Minor)
	m["memory"] = strconv.FormatUint(d.TotalMemory, 10)
	m["cuda"] = fmt.Sprintf("%d.%d", d.DriverVersion/1000, d.DriverVersion%1000/10)
	if m["device-kind"] = string(results.Emulator); d.Name != emulator {
		m["device-kind"] = string(results.GPU)
		m["driver"] = found(version, "/proc/driver/nvidia/version")
	}
}

// Patterns of files about the machine: a processor's model, a first line, a driver's version. That
// stands in "NVRM version: NVIDIA UNIX x86_64 Kernel Module  580.95.05 …".
var (
	model   = regexp.MustCompile(`(?m)^model name\s*: (.+)$`)
	first   = regexp.MustCompile(`^(.*)`)
	version = regexp.MustCompile(`\b(\d{3,}\.\d+(?:\.\d+)?)\b`)
)

// found returns the part of a file that a pattern finds, or "".
func found(pattern *regexp.Regexp, path string) string {
	content, _ := os.ReadFile(path) // other systems have none
	if part := pattern.FindSubmatch(content); part != nil {
		return strings.TrimSpace(string(part[1]))
	}
	return ""
}

func revision() string {
	info, ok := debug.ReadBuildInfo()
	if Revision != "" || !ok {
		return cmp.Or(Revision, "unknown")
	}
	return revisionOf(info.Settings)
}

func revisionOf(settings []debug.BuildSetting) string {
	found, suffix := "unknown", ""
	for _, s := range settings {
		switch {
		case s.Key == "vcs.revision" && s.Value != "":
			found = s.Value[:min(12, len(s.Value))]
		case s.Key == "vcs.modified" && s.Value == "true":
			suffix = "-dirty"
		}
	}
	return found + suffix
}
