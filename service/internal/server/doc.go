// Package server runs a NATS server with JetStream within the program.
package server
