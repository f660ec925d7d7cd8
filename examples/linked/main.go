// Linked is a library for programs in other languages: its functions prove and verify, with C's
// calling convention. c/prove.c calls it.
//
//	go build -tags cuda -buildmode=c-archive -o build/linked.a ./examples/linked
//	cc -Ibuild -o build/linked examples/linked/c/prove.c build/linked.a
package main

// #include <stdint.h>
// #include <stddef.h>
import "C"

import (
	"bytes"
	"errors"
	"os"
	"sync"
	"unsafe"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/consensys/gnark/backend/groth16"
	"github.com/consensys/gnark/constraint"
	"github.com/consensys/gnark/frontend"
	"github.com/consensys/gnark/frontend/cs/r1cs"
	"github.com/consensys/gnark/logger"

	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/examples/wraps/kept"
	accelerated "github.com/gnark-accel/gnark-accel/hooks/groth16"
)

// bits of each factor at most.
const bits = 32

// Factors says that Product is that of two numbers of 32 bits, both above 1.
type Factors struct {
	A, B    frontend.Variable
	Product frontend.Variable `gnark:",public"`
}

// Define implements frontend.Circuit.
func (f *Factors) Define(api frontend.API) error {
	for _, factor := range []frontend.Variable{f.A, f.B} {
		api.ToBinary(api.Sub(factor, 2), bits)
	}
	api.AssertIsEqual(api.Mul(f.A, f.B), f.Product)
	return nil
}

// A prover is shared by all calls.
type prover struct {
	engine *accel.Engine
	ccs    constraint.ConstraintSystem
	pk     groth16.ProvingKey
	vk     groth16.VerifyingKey
}

// shared is made by the first call. Others wait for it.
var shared = sync.OnceValues(func() (*prover, error) {
	logger.Set(logger.Logger().Output(os.Stderr)) // standard output is the program's

	// A circuit as small as this one gains nothing on a device, and goes there to show that it can.
	engine, err := accel.Open(accel.WithMinSize(1))
	if err != nil {
		return nil, err
	}
	p := &prover{engine: engine}
	p.ccs, err = frontend.Compile(ecc.BN254.ScalarField(), r1cs.NewBuilder, &Factors{})
	if err != nil {
		return nil, err
	}
	p.pk, p.vk, err = groth16.Setup(p.ccs) // one party alone: for examples only
	if err != nil {
		return nil, err
	}
	return p, accelerated.Attach(p.pk, accelerated.WithEngine(engine),
		accelerated.WithVerifyingKey(p.vk))
})

// prove returns a proof that a product has these factors.
func prove(a, b uint64) (content []byte, err error) {
	defer func() { err = errors.Join(err, kept.Why(recover())) }() // no panic leaves for C
	p, err := shared()
	if err != nil {
		return nil, err
	}
	witness, err := frontend.NewWitness(&Factors{a, b, a * b}, ecc.BN254.ScalarField())
	if err != nil {
		return nil, err
	}
	proof, err := accelerated.Prove(p.ccs, p.pk, witness)
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	_, err = proof.WriteTo(&out)
	return out.Bytes(), err
}

// verify checks a proof for a product, whoever made it: a damaged one does not end the program.
func verify(product uint64, content []byte) (err error) {
	defer func() { err = errors.Join(err, kept.Why(recover())) }()
	p, err := shared()
	if err != nil {
		return err
	}
	public, err := frontend.NewWitness(&Factors{Product: product}, ecc.BN254.ScalarField(),
		frontend.PublicOnly())
	if err != nil {
		return err
	}
	proof := groth16.NewProof(ecc.BN254)
	kept.MustRead(proof, bytes.NewReader(content)) // or it panics, with an error
	return groth16.Verify(proof, p.vk, public)
}

// Prove writes a proof that a product has two factors, and its size. It returns nothing, or an
// error that the caller frees.
//
//export Prove
func Prove(a, b C.uint32_t, proof unsafe.Pointer, size *C.size_t) *C.char {
	content, err := prove(uint64(a), uint64(b))
	if err == nil && len(content) > int(*size) {
		err = errors.New("the proof has no room")
	}
	if err != nil {
		return C.CString(err.Error())
	}
	*size = C.size_t(copy(unsafe.Slice((*byte)(proof), *size), content))
	return nil
}

// Verify returns nothing if a proof is valid for a product. Otherwise it returns an error that the
// caller frees.
//
//export Verify
func Verify(product C.uint64_t, proof unsafe.Pointer, size C.size_t) *C.char {
	if err := verify(uint64(product), unsafe.Slice((*byte)(proof), size)); err != nil {
		return C.CString(err.Error())
	}
	return nil
}

// DeviceSums counts the sums that devices have computed.
//
//export DeviceSums
func DeviceSums() C.uint64_t {
	p, err := shared()
	if err != nil {
		return 0
	}
	return C.uint64_t(p.engine.Statistics().DeviceMSMs)
}

func main() {} // of no use to a library, but go build asks for it
