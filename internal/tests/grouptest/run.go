package grouptest

import "testing"

// Run runs all tests of the group, whose name the soak tells.
func (g *Group[P, E, A]) Run(t *testing.T, name string) {
	for _, test := range []struct {
		name string
		run  func(*testing.T)
	}{
		{"OnCPU", g.OnCPU},
		{"DefaultEngine", g.DefaultEngine},
		{"InputErrors", g.InputErrors},
		{"RangeErrors", g.RangeErrors},

		{"Hostile", g.Hostile},
		{"Ranges", g.Ranges},
		{"Batch", g.Batch},
		{"Start", g.Start},
		{"Statistics", g.Statistics},

		{"Multiples", g.MultiplesOfBases},
		{"MultiplesInLittleMemory", g.MultiplesInLittleMemory},
		{"MultiplesOnCPU", g.MultiplesOnCPU},
		{"Subgroup", g.Subgroup},
		{"Decode", g.Decode},
		{"DecodeBroken", g.DecodeBroken},
		{"Lagrange", g.Lagrange},
		{"LagrangeOfMany", g.LagrangeOfMany},
		{"Scaled", g.ScaledPoints},
		{"VectorsInLittleMemory", g.VectorsInLittleMemory},

		{"MemoryLimits", g.MemoryLimits},
		{"TooLittleMemory", g.TooLittleMemory},
		{"LargerThanMemory", g.LargerThanMemory},

		{"CheckedSums", g.CheckedSums},
		{"FromManyGoroutines", g.FromManyGoroutines},
		{"CloseUnderWay", g.CloseUnderWay},
		{"Soak", func(t *testing.T) { g.Soak(t, "sums "+name) }},
		{"FailureOfEveryCall", g.FailureOfEveryCall},
		{"SeveralDevices", g.SeveralDevices},
		{"FailuresOfSeveralDevices", g.FailuresOfSeveralDevices},

		{"MemoryLayout", g.MemoryLayout},
		{"Horner", g.Horner},
		{"InvalidResults", g.InvalidResults},
	} {
		t.Run(test.name, test.run)
	}
}
