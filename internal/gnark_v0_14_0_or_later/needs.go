// Package gnark_v0_14_0_or_later does not compile with an older gnark, which a fork may stand for.
// The errors of the go command have its name, which says why.
package gnark_v0_14_0_or_later

import "github.com/consensys/gnark/constraint"

// NeedsGnark_v0_14_0_OrLater is a type that gnark has from v0.14.0 on.
type NeedsGnark_v0_14_0_OrLater = constraint.U64
