// Package secrets keeps the key of a service, and uses it: it seals witnesses, and it names what is
// made of witnesses.
//
// A tenant has a key of its own, derived from the service's. Clients of the tenant hold that one
// alone. So no tenant can read, or guess the names of, anything of another's.
package secrets
