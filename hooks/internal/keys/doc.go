// Package keys reads gnark's proving keys, and attaches them to engines, for both proof systems. A
// key is read with gnark-crypto's checks. It stays attached as long as it lives: a [Cache] ties its
// state on devices to its life.
package keys
