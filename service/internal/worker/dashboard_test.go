package worker

import (
	"encoding/json"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/prometheus/client_golang/prometheus"
)

// TestDashboard looks for the metrics that the dashboard asks for.
func TestDashboard(t *testing.T) {
	registry := prometheus.NewRegistry()
	engine, err := accel.Open(accel.WithoutDevice())
	if err != nil {
		t.Fatal(err)
	}
	defer engine.Close()
	w := newMetrics(registry, new(cache), engine)
	w.Jobs.WithLabelValues("circuit", "done").Inc()
	w.Prove.WithLabelValues("circuit").Observe(1)
	known := map[string]bool{}
	families, err := registry.Gather()
	if err != nil {
		t.Fatal(err)
	}
	for _, family := range families {
		known[family.GetName()] = true
	}
	content, err := os.ReadFile("../../deploy/dashboard.json")
	if err != nil {
		t.Fatal(err)
	}
	var dashboard struct {
		Panels []struct{ Targets []struct{ Expr string } }
	}
	if err := json.Unmarshal(content, &dashboard); err != nil {
		t.Fatal(err)
	}
	name := regexp.MustCompile(`gnark_prover_\w+`)
	asked := 0
	for _, panel := range dashboard.Panels {
		for _, target := range panel.Targets {
			for _, found := range name.FindAllString(target.Expr, -1) {
				asked++
				if !known[strings.TrimSuffix(found, "_bucket")] {
					t.Errorf("the dashboard asks for %s", found)
				}
			}
		}
	}
	if asked < 8 {
		t.Errorf("the dashboard asks for %d metrics", asked)
	}
}
