// Package api is the HTTP side of the service. openapi.json describes it.
package api
