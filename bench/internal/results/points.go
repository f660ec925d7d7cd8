package results

import (
	"errors"
	"fmt"
)

// Points is many points made at once, by ours and by gnark-crypto in turn. All results were right:
// the points' logarithms are known, and a sum over them was compared with one multiplication of the
// base. Times are milliseconds.
type Points struct {
	// multiples: of one base by random scalars; lagrange: the Lagrange form of as many points
	Operation   string `json:"operation"`
	Curve       string `json:"curve"`
	Group       string `json:"group"`                 // g1 or g2
	Log2        int    `json:"log2"`                  // of the number of points
	MemoryLimit uint64 `json:"memoryLimit,omitempty"` // bytes

	First       float64 `json:"first"` // ours, in the process's first such call
	Time        Sample  `json:"time"`
	GnarkCrypto *Sample `json:"gnarkCrypto,omitempty"` // on the CPU, in turn with ours
	// most that was in use on the device in the first run
	DeviceBytes uint64 `json:"deviceBytes"`
}

func (p *Points) name() string {
	n := fmt.Sprintf("Points/operation=%s/curve=%s/group=%s/log2=%d", p.Operation, p.Curve, p.Group,
		p.Log2)
	return n + unless(0, "memory", p.MemoryLimit)
}

func (p *Points) check() error {
	return errors.Join(
		checkLog2(p.Log2), p.Time.check("time"), p.GnarkCrypto.checkIfThere("gnarkCrypto"))
}
