//go:build !(cuda && linux && (amd64 || arm64))

package host

// emulated says that this build has no driver at all.
func emulated() bool { return false }
