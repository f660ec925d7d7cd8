// Package keys has gnark's proving keys in files and on the devices of engines, for both proof
// systems. It reads them with gnark-crypto's checks, and keeps them attached as long as they live.
package keys
