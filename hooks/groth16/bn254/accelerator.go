package bn254

import (
	"errors"
	"fmt"
	"reflect"
	"sync"

	"github.com/consensys/gnark-crypto/ecc"
	curve "github.com/consensys/gnark-crypto/ecc/bn254"
	"github.com/consensys/gnark-crypto/ecc/bn254/fr"
	"github.com/consensys/gnark-crypto/ecc/bn254/fr/fft"
	groth16 "github.com/consensys/gnark/backend/groth16/bn254"
	"github.com/gnark-accel/gnark-accel/accel"
	device "github.com/gnark-accel/gnark-accel/accel/bn254"
	"github.com/gnark-accel/gnark-accel/hooks/groth16/internal/protocol"
)

// Accelerator computes the expensive parts of proofs with one proving key. The key's G1 vectors are kept on the
// engine's device; vectors that are not the key's are sent along with the call. Sums over G2 and the quotient
// polynomial are computed on the CPU.
//
// Its three methods are those that gnark asks of an accelerator. They may be called concurrently, and they compute on
// the CPU what the engine cannot do, as the engine's options say.
//
// An accelerator keeps the slices of the key alive, not the key.
type Accelerator struct {
	engine *accel.Engine

	// using is read-locked by every use of resident, so that Close waits for them.
	using    sync.RWMutex
	resident []resident
}

// resident is a G1 vector of the key, with the copy of it that the engine keeps.
type resident struct {
	points []curve.G1Affine
	bases  *device.G1Bases
}

// NewAccelerator loads a key's G1 vectors onto the engine's device; a nil engine is [accel.Default]. The key must not
// change afterwards. The accelerator has to be closed.
func NewAccelerator(engine *accel.Engine, pk *groth16.ProvingKey) (*Accelerator, error) {
	if pk == nil {
		return nil, fmt.Errorf("%w: no proving key", protocol.ErrInvalidInput)
	}
	if engine == nil {
		engine = accel.Default()
	}
	acc := &Accelerator{engine: engine}
	g1 := device.NewG1(engine)
	for _, points := range vectors(pk) {
		if len(points) == 0 {
			continue
		}
		bases, err := g1.Load(points)
		if err != nil {
			return nil, errors.Join(fmt.Errorf("loading the proving key: %w", err), acc.Close())
		}
		acc.resident = append(acc.resident, resident{points, bases})
	}
	return acc, nil
}

// vectors lists the G1 vectors of a key that its proofs use as bases, those that save most time on a device first.
func vectors(pk *groth16.ProvingKey) [][]curve.G1Affine {
	all := [][]curve.G1Affine{pk.G1.Z, pk.G1.K, pk.G1.A, pk.G1.B}
	for i := range pk.CommitmentKeys {
		all = append(all, pk.CommitmentKeys[i].Basis, pk.CommitmentKeys[i].BasisExpSigma)
	}
	return all
}

// MultiExpG1 returns Σ scalars[i]·bases[i]. Bases that are one of the key's vectors, or a part of one, are not sent to
// the device again: they are recognised by the memory they lie in.
func (acc *Accelerator) MultiExpG1(bases []curve.G1Affine, scalars []fr.Element) (curve.G1Affine, error) {
	return acc.multiExpG1(bases, scalars, ecc.MultiExpConfig{})
}

// MultiExpG2 returns Σ scalars[i]·bases[i], computed on the CPU.
func (acc *Accelerator) MultiExpG2(bases []curve.G2Affine, scalars []fr.Element) (curve.G2Affine, error) {
	var sum curve.G2Affine
	_, err := sum.MultiExp(bases, scalars, ecc.MultiExpConfig{})
	return sum, err
}

// ComputeH returns the quotient of a·b − c by the domain's vanishing polynomial, where a, b and c are given by their
// values on the domain, as many as there are constraints, and a·b = c there. The result has one entry for each element
// of the domain: the coefficients in bit-reversed order, as the key's vector Z is. The last entry is zero, and Z has no
// point for it.
//
// It consumes a, b and c: their memory, up to their capacity, is overwritten, and may be that of the result. It is
// computed on the CPU.
func (acc *Accelerator) ComputeH(a, b, c []fr.Element, domain *fft.Domain) ([]fr.Element, error) {
	return quotient(a, b, c, domain)
}

// OnDevice says whether at least one of the key's vectors is on a device.
func (acc *Accelerator) OnDevice() bool {
	acc.using.RLock()
	defer acc.using.RUnlock()
	for _, r := range acc.resident {
		if r.bases.OnDevice() {
			return true
		}
	}
	return false
}

// Close waits for the sums under way and frees the key's memory on the device. The accelerator still works, on bases
// that are sent along with each call.
func (acc *Accelerator) Close() error {
	acc.using.Lock()
	defer acc.using.Unlock()
	var errs []error
	for _, r := range acc.resident {
		errs = append(errs, r.bases.Close())
	}
	acc.resident = nil
	return errors.Join(errs...)
}

// multiExpG1 is MultiExpG1 with a say in how many tasks the CPU uses, should it come to that.
func (acc *Accelerator) multiExpG1(bases []curve.G1Affine, scalars []fr.Element, onCPU ecc.MultiExpConfig) (curve.G1Affine, error) {
	acc.using.RLock()
	defer acc.using.RUnlock()
	var sum *curve.G1Affine
	var err error
	if r, from, ok := acc.find(bases); ok && len(scalars) == len(bases) {
		sum, err = r.bases.MultiExpRange(from, scalars, onCPU)
	} else {
		sum, err = device.NewG1(acc.engine).MultiExp(bases, scalars, onCPU)
	}
	if err != nil {
		return curve.G1Affine{}, err
	}
	return *sum, nil
}

// onDevice says whether a sum over these bases leaves the CPU free.
func (acc *Accelerator) onDevice(bases []curve.G1Affine) bool {
	acc.using.RLock()
	defer acc.using.RUnlock()
	r, _, ok := acc.find(bases)
	return ok && r.bases.OnDevice()
}

// find returns the vector that bases are a part of, and where in it they begin. The caller holds using.
//
// Comparing addresses is sound here: the vectors' memory is kept alive, so nothing else can come to lie there.
func (acc *Accelerator) find(bases []curve.G1Affine) (r *resident, from int, ok bool) {
	if len(bases) == 0 {
		return nil, 0, false
	}
	size := reflect.TypeFor[curve.G1Affine]().Size()
	address := reflect.ValueOf(bases).Pointer()
	for i := range acc.resident {
		r := &acc.resident[i]
		start := reflect.ValueOf(r.points).Pointer()
		if address < start || (address-start)%size != 0 {
			continue
		}
		if from := int((address - start) / size); from+len(bases) <= len(r.points) {
			return r, from, true
		}
	}
	return nil, 0, false
}
