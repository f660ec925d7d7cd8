//go:build gnark_accel_needs_gnark_v0_14_0_or_later

package gnark_v0_14_0_or_later

// A package that gnark has from v0.14.0 on. No build has this file, but go mod tidy reads it.
import _ "github.com/consensys/gnark/std/conversion"
