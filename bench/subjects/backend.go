package subjects

import (
	"slices"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/accel/cuda"
	"github.com/gnark-accel/gnark-accel/internal/curves"
)

// backend is how package cuda knows a curve.
type backend struct {
	name   string // such as bls12-377
	limbs  int    // 64-bit words of the prime field below the coordinates
	field  cuda.Field
	g1, g2 cuda.Group
	// products measures the Montgomery products a second that the device computes in the prime
	// field below the coordinates.
	products func(*accel.Engine) (float64, error)
}

// backendOf describes a curve of the table of curves, given the limbs of its prime fields.
func backendOf[G interface{ ProductsPerSecond() (float64, error) }](
	id ecc.ID, limbs, scalarLimbs int, kernels func() ([]byte, error), newG1 func(*accel.Engine) G,
) *backend {
	table := curves.All()
	c := table[slices.IndexFunc(table, func(c curves.Curve) bool { return c.ID == id })]
	g1 := cuda.Group{
		Name: c.Name() + "_g1", CoordinateLimbs: limbs,
		ScalarLimbs: scalarLimbs, ScalarBits: id.ScalarField().BitLen(), Kernels: kernels,
	}
	g2 := g1
	g2.Name, g2.CoordinateLimbs = c.Name()+"_g2", c.DegreeG2*limbs
	if c.DegreeG2 == 1 { // the kernels are those of G1
		g2.KernelsOf = g1.Name
	}
	return &backend{
		name: c.Folder(), limbs: limbs,
		field:    cuda.Field{Name: c.Name() + "_fr", Limbs: scalarLimbs, Kernels: kernels},
		g1:       g1,
		g2:       g2,
		products: func(e *accel.Engine) (float64, error) { return newG1(e).ProductsPerSecond() },
	}
}
