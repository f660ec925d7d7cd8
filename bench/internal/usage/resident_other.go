//go:build !unix

package usage

import "os"

// MostResident is not known on this system.
func MostResident(*os.ProcessState) uint64 { return 0 }
