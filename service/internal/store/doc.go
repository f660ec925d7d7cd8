// Package store keeps what a tenant has in JetStream: circuits with their files, and witnesses.
//
// A tenant is an account of NATS. Everything of a tenant lies in streams of that account, so the
// server itself keeps tenants apart.
package store
