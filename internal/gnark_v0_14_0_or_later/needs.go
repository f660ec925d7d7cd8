// Package gnark_v0_14_0_or_later cannot be tidied with an older gnark. A fork may stand for one.
// The package does not compile before v0.13. The errors of the go command have its name, which says
// why.
package gnark_v0_14_0_or_later

import "github.com/consensys/gnark/constraint"

// NeedsGnark_v0_14_0_OrLater is a type that gnark lacked before v0.13.
type NeedsGnark_v0_14_0_OrLater = constraint.U64
