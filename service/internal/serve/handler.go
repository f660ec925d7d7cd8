package serve

import (
	"context"
	"net/http"

	"github.com/gnark-accel/gnark-accel/service/internal/api"
)

// Handler returns the handler of the HTTP API for all tenants. When the context is cancelled, those
// who wait for jobs have their replies.
func (s *Service) Handler(ctx context.Context) (http.Handler, error) {
	c := api.Config{
		WitnessLimit: s.config.WitnessLimit, CircuitLimit: s.config.CircuitLimit,
		Room: s.Server.Room, Serving: ctx, Ready: s.Ready, Log: s.config.Log,
	}
	for i, tenant := range s.Server.Tenants() {
		c.Tenants = append(c.Tenants,
			api.Tenant{Name: tenant.Name, Token: tenant.Token, Queue: s.Queues[i]})
	}
	return api.New(c)
}
