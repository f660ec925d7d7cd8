//go:build !(cuda && linux && (amd64 || arm64))

package measure

func loadNVML() *nvml { return nil }
