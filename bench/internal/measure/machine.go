package measure

import (
	"fmt"
	"os"
	"regexp"
	"runtime"
	"runtime/debug"
	"strings"

	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/bench/internal/results"
)

// Revision is set by the linker (-X) for builds without version control.
var Revision string

// Machine describes this machine and the engine's device.
func Machine(engine *accel.Engine) results.Machine {
	return results.Machine{
		Device:   device(engine),
		CPU:      cpuName(),
		Cores:    runtime.NumCPU(),
		Threads:  runtime.GOMAXPROCS(0),
		OS:       runtime.GOOS,
		Arch:     runtime.GOARCH,
		Kernel:   firstLine("/proc/sys/kernel/osrelease"),
		Go:       runtime.Version(),
		Revision: revision(),
	}
}

func device(engine *accel.Engine) results.Device {
	all := engine.Devices()
	if len(all) == 0 {
		return results.Device{Kind: results.CPU}
	}
	info := all[0]
	d := results.Device{
		Kind:       results.GPU,
		Name:       info.Name,
		Capability: fmt.Sprintf("%d.%d", info.Major, info.Minor),
		Memory:     int(info.TotalMemory),
		CUDA:       fmt.Sprintf("%d.%d", info.DriverVersion/1000, info.DriverVersion%1000/10),
	}
	if d.Name == emulator {
		d.Kind = results.Emulator
		return d
	}
	d.Driver = driverVersion(firstLine("/proc/driver/nvidia/version"))
	return d
}

// emulator is the name of the device of the tests' driver.
const emulator = "CUDA emulator"

// version extracts the version of a kernel module from its driver's description.
var version = regexp.MustCompile(`\b\d{3,}\.\d+(\.\d+)?\b`)

// driverVersion finds "580.95.05" in "NVRM version: NVIDIA UNIX x86_64 Kernel Module  580.95.05 …".
func driverVersion(line string) string { return version.FindString(line) }

// model finds the name of a processor.
var model = regexp.MustCompile(`(?m)^model name\s*: (.+)$`)

func cpuName() string {
	content, _ := os.ReadFile("/proc/cpuinfo") // other systems have none
	if name := model.FindSubmatch(content); name != nil {
		return string(name[1])
	}
	return runtime.GOARCH
}

// firstLine of a file, or "".
func firstLine(path string) string {
	content, err := os.ReadFile(path)
	if err != nil {
		return ""
	}
	line, _, _ := strings.Cut(string(content), "\n")
	return strings.TrimSpace(line)
}

func revision() string {
	if Revision != "" {
		return Revision
	}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "unknown"
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
