package hostile

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"hash"
	"io"
	"math"
	"reflect"
	"testing"
	"testing/iotest"

	"github.com/consensys/gnark-crypto/ecc"
	curve "github.com/consensys/gnark-crypto/ecc/bn254"
	"github.com/consensys/gnark-crypto/ecc/bn254/fr"
	"github.com/consensys/gnark-crypto/ecc/bn254/fr/fft"
	kzgbn254 "github.com/consensys/gnark-crypto/ecc/bn254/kzg"
	anykzg "github.com/consensys/gnark-crypto/kzg"
	"github.com/consensys/gnark/backend"
	gnarkgroth16 "github.com/consensys/gnark/backend/groth16"
	groth16bn254 "github.com/consensys/gnark/backend/groth16/bn254"
	"github.com/consensys/gnark/backend/groth16/bn254/mpcsetup"
	gnarkplonk "github.com/consensys/gnark/backend/plonk"
	plonkbn254 "github.com/consensys/gnark/backend/plonk/bn254"
	"github.com/consensys/gnark/backend/witness"
	"github.com/consensys/gnark/constraint"
	csbn254 "github.com/consensys/gnark/constraint/bn254"
	"github.com/consensys/gnark/constraint/solver"
	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/accel/bn254"
	"github.com/gnark-accel/gnark-accel/accel/bn254/kzg"
	"github.com/gnark-accel/gnark-accel/hooks/groth16"
	"github.com/gnark-accel/gnark-accel/hooks/plonk"
	"github.com/gnark-accel/gnark-accel/internal/tests/devicetest"
	"github.com/rs/zerolog"
)

// size is the number of points and scalars of arguments that fit each other.
const size = 16

// world makes arguments. The pool of a type has its values, of which the first fits the others.
type world struct {
	t      testing.TB
	engine *accel.Engine
	pools  map[reflect.Type][]func() any
	opened []interface{ Close() error }

	sequence bool // of calls
}

// values sets the values of a type.
func values[T any](w *world, all ...T) {
	for _, v := range all {
		makes(w, func() T { return v })
	}
}

// makes adds a value that is made anew for each call.
func makes[T any](w *world, value func() T) {
	of := reflect.TypeFor[T]()
	w.pools[of] = append(w.pools[of], func() any { return value() })
}

// ones sets values that are slices of one.
func ones[T any](w *world, all ...T) {
	for _, v := range all {
		values(w, []T{v})
	}
}

// once adds a value that is made for the first call.
func once[T any](w *world, value func() T) { makes(w, first(value)) }

// first returns a function that calls value once, and again if that ended the test. A function of
// sync.OnceValue panics then.
func first[T any](value func() T) func() T {
	var v T
	made := false
	return func() T {
		if !made {
			v, made = value(), true
		}
		return v
	}
}

// closed adds a value that was closed.
func closed[T interface{ Close() error }](w *world, value func() T) {
	once(w, func() T {
		v := value()
		v.Close()
		return v
	})
}

// open opens an engine, which is closed with the world.
func (w *world) open(opts ...accel.Option) *accel.Engine {
	usual := []accel.Option{accel.WithMinSize(1), devicetest.NarrowBuckets(),
		accel.WithPrecompute(accel.PrecomputeFactor(2)), accel.WithLogger(zerolog.Nop())}
	e, err := accel.Open(append(usual, opts...)...)
	if err != nil {
		w.t.Fatal(err)
	}
	w.opened = append(w.opened, e)
	return e
}

// need ends the test for an argument that cannot be made. Earlier calls of a sequence may have
// closed its engine.
func (w *world) need(err error) {
	switch {
	case err == nil:
	case w.sequence && errors.Is(err, accel.ErrClosed):
		w.t.Skip(err)
	default:
		w.t.Fatal(err)
	}
}

// close closes the objects that were opened for arguments. It releases the keys, which all tests
// share.
func (w *world) close() {
	own, larger, _ := madeKeys(w.t)
	for _, k := range []*keys{own, larger} {
		groth16.Release(k.g16)
		plonk.Release(k.plonk)
	}
	for i := len(w.opened) - 1; i >= 0; i-- {
		w.opened[i].Close()
	}
}

func newWorld(t testing.TB) *world {
	w := &world{t: t, pools: map[reflect.Type][]func() any{}}
	w.engine = w.open()
	w.plain()
	w.ofAccel()
	w.ofCurve()
	w.ofGnark()
	return w
}

// plain are arguments of Go's own types.
func (w *world) plain() {
	values(w, size, 0, -1, 1, 5, math.MaxInt, math.MinInt, 1<<40, 1<<62)
	values(w, uint64(1<<26), 0, 1, math.MaxUint64, 1<<63)
	values(w, "", "/dev/null/libcuda.so.1", "/dev/null", "\x00")
	values(w, []int(nil), []int{0}, []int{-1}, []int{math.MaxInt}, []int{0, 1}, []int{7})
	values(w, [][]byte(nil), [][]byte{nil}, [][]byte{{1, 2}})
	cancelled, cancel := context.WithCancel(context.Background())
	cancel()
	values(w, context.Background(), nil, cancelled)
	makes(w, func() io.Reader { return bytes.NewReader(make([]byte, 1<<12)) })
	makes(w, func() io.Reader { return bytes.NewReader(bytes.Repeat([]byte{0xff}, 1<<12)) })
	makes(w, func() io.Reader { return bytes.NewReader(nil) })
	var contribution bytes.Buffer
	if _, err := mpcsetup.NewPhase1(2).WriteTo(&contribution); err != nil {
		w.t.Fatal(err)
	}
	makes(w, func() io.Reader { return bytes.NewReader(contribution.Bytes()) })
	values[io.Writer](w, io.Discard, new(bytes.Buffer))
	values(w, []byte("beacon"), nil)
	values(w, ecc.BN254, ecc.BLS12_381, ecc.STARK_CURVE, ecc.UNKNOWN, ecc.ID(1<<15))
	values(w, nil, iotest.ErrReader(errors.New("no file")))
	makes(w, func() hash.Hash { return sha256.New() })
	values[hash.Hash](w, nil)
}

// ofAccel are arguments of package accel's types.
func (w *world) ofAccel() {
	values(w, w.engine, nil, new(accel.Engine))
	once(w, func() *accel.Engine { return w.open(accel.WithoutDevice()) })
	closed(w, func() *accel.Engine { return w.open() })
	values(w, zerolog.Nop(), zerolog.Logger{})
	values(w, accel.PrecomputeAuto, -1, math.MinInt, math.MaxInt)
	values(w, accel.PlaceAuto, accel.PlaceSpread, -1, 99, math.MinInt, math.MaxInt)
	values(w, accel.HostScalars, -1, 7, accel.DeviceScalars)
	values(w, accel.WithMemoryLimit(1<<26), nil, accel.WithMinSize(-1), accel.WithWindow(30),
		accel.WithDevices(math.MaxInt), accel.WithDriverLibrary("/nowhere"),
		accel.WithMemoryLimit(math.MaxUint64))
	values(w, []accel.Option(nil), []accel.Option{accel.WithMemoryLimit(1 << 26)},
		[]accel.Option{nil}, []accel.Option{accel.WithMemoryLimit(1)},
		[]accel.Option{accel.WithMemoryLimit(math.MaxUint64)},
		[]accel.Option{accel.WithMemoryLimit(1 << 26), accel.WithStrict(), accel.WithoutDevice()},
		[]accel.Option{accel.WithMemoryLimit(1 << 26),
			accel.WithPrecompute(accel.Precompute(math.MaxInt))})
	values(w, []accel.FFTOption(nil), []accel.FFTOption{accel.OnCoset()}, []accel.FFTOption{nil})
}

func points(n int) []curve.G1Affine {
	_, _, g, _ := curve.Generators()
	all := make([]curve.G1Affine, n)
	for i := range all {
		all[i] = g
	}
	return all
}

func pointsG2(n int) []curve.G2Affine {
	_, _, _, g := curve.Generators()
	all := make([]curve.G2Affine, n)
	for i := range all {
		all[i] = g
	}
	return all
}

func scalars(n int) []fr.Element {
	all := make([]fr.Element, n)
	for i := range all {
		all[i].SetUint64(uint64(i))
	}
	return all
}

// ofCurve are arguments of the types of BN254, gnark-crypto's and this module's.
func (w *world) ofCurve() {
	var offCurve curve.G1Affine
	offCurve.X.SetUint64(5)
	unreduced := make([]fr.Element, size)
	for i := range unreduced {
		unreduced[i] = fr.Element{math.MaxUint64, math.MaxUint64, math.MaxUint64, math.MaxUint64}
	}
	values(w, points(size), nil, points(3), append(points(size-1), offCurve),
		make([]curve.G1Affine, size))
	values(w, pointsG2(size), nil, pointsG2(3), make([]curve.G2Affine, size))
	values(w, &points(1)[0], nil, &offCurve, new(curve.G1Affine))
	values(w, &pointsG2(1)[0], nil, new(curve.G2Affine))
	makes(w, func() *[]curve.G1Affine { return new([]curve.G1Affine) })
	values[*[]curve.G1Affine](w, nil)
	makes(w, func() *[]curve.G2Affine { return new([]curve.G2Affine) })
	values[*[]curve.G2Affine](w, nil)
	makes(w, func() []fr.Element { return scalars(size) })
	values(w, nil, scalars(1), scalars(5), scalars(64), unreduced)
	values(w, [][]fr.Element{scalars(size), scalars(3)}, nil, [][]fr.Element{nil},
		[][]fr.Element{scalars(17)}, make([][]fr.Element, 40))
	values(w, fr.NewElement(3), fr.Element{}, unreduced[0])
	values(w, &unreduced[0], nil, new(fr.Element))
	values(w, ecc.MultiExpConfig{}, ecc.MultiExpConfig{NbTasks: -1},
		ecc.MultiExpConfig{NbTasks: 1025}, ecc.MultiExpConfig{NbTasks: math.MaxInt})
	values(w, fft.DIF, fft.DIT, 7)
	broken := fft.NewDomain(size)
	broken.Generator = fr.Element{}
	values(w, fft.NewDomain(size), nil, new(fft.Domain), fft.NewDomain(4), fft.NewDomain(1),
		&fft.Domain{Cardinality: 1 << 63}, &fft.Domain{Cardinality: size}, broken)

	f, g1, g2 := bn254.NewFr(w.engine), bn254.NewG1(w.engine), bn254.NewG2(w.engine)
	values(w, f, nil, new(bn254.Fr), bn254.NewFr(new(accel.Engine)))
	values(w, g1, nil, new(bn254.G1), bn254.NewG1(new(accel.Engine)))
	values(w, g2, nil, new(bn254.G2), bn254.NewG2(new(accel.Engine)))

	vector := func(n int) func() *bn254.Vector {
		return func() *bn254.Vector { return opened[*bn254.Vector](w)(f.Load(scalars(n))) }
	}
	closedVector := first(func() *bn254.Vector {
		v := vector(size)()
		v.Close()
		return v
	})
	makes(w, vector(size))
	makes(w, vector(5))
	makes(w, vector(0))
	makes(w, func() *bn254.Vector {
		cpu := bn254.NewFr(w.open(accel.WithoutDevice()))
		return opened[*bn254.Vector](w)(cpu.Load(scalars(size)))
	})
	values(w, nil, new(bn254.Vector))
	makes(w, closedVector)
	for _, v := range []func() *bn254.Vector{vector(size), vector(5), closedVector} {
		makes(w, func() accel.AnyVector[fr.Element] { return v() })
	}
	values[accel.AnyVector[fr.Element]](w, nil, (*bn254.Vector)(nil), new(bn254.Vector))
	makes(w, func() []*bn254.Vector { return []*bn254.Vector{vector(size)(), vector(size)()} })
	values(w, nil, []*bn254.Vector{nil}, make([]*bn254.Vector, 40))
	makes(w, func() []*bn254.Vector { return []*bn254.Vector{closedVector()} })

	loadG1 := func() *bn254.G1Bases { return opened[*bn254.G1Bases](w)(g1.Load(points(size))) }
	loadG2 := func() *bn254.G2Bases { return opened[*bn254.G2Bases](w)(g2.Load(pointsG2(size))) }
	makes(w, loadG1)
	makes(w, loadG2)
	values(w, nil, new(bn254.G1Bases))
	values(w, nil, new(bn254.G2Bases))
	closed(w, loadG1)
	closed(w, loadG2)
	w.ofKZG()
}

// opened returns a function that has a value closed with the world.
func opened[T interface{ Close() error }](w *world) func(T, error) T {
	return func(v T, err error) T {
		w.need(err)
		w.opened = append(w.opened, v)
		return v
	}
}

func (w *world) ofKZG() {
	key := kzgbn254.ProvingKey{G1: points(size)}
	load := func() *kzg.ProvingKey {
		return opened[*kzg.ProvingKey](w)(kzg.Load(w.engine, key))
	}
	makes(w, load)
	values(w, nil, new(kzg.ProvingKey))
	closed(w, load)
	values(w, key, kzgbn254.ProvingKey{})
	makes(w, func() *kzgbn254.ProvingKey { return new(kzgbn254.ProvingKey) })
	makes(w, func() *kzgbn254.SRS { return new(kzgbn254.SRS) })
	values[*kzgbn254.ProvingKey](w, nil)
	values[*kzgbn254.SRS](w, nil)
	values[anykzg.SRS](w, &kzgbn254.SRS{Pk: key}, nil, (*kzgbn254.SRS)(nil), new(kzgbn254.SRS),
		anykzg.NewSRS(ecc.BW6_761))
	values(w, false, true)
	values(w, kzg.Committer(func([]fr.Element) (kzgbn254.Digest, error) {
		return kzgbn254.Digest{}, nil
	}), nil, func([]fr.Element) (kzgbn254.Digest, error) {
		return kzgbn254.Digest{}, errors.New("no commitment")
	})
	values(w, []kzgbn254.Digest(points(2)), nil, points(1), points(50))
}

// ofGnark are arguments of gnark's types, and of the provers.
func (w *world) ofGnark() {
	own, larger, other := madeKeys(w.t)
	r1cs, scs := own.r1cs.(*csbn254.R1CS), own.scs.(*csbn254.SparseR1CS)
	var noR1CS *csbn254.R1CS
	var noSCS *csbn254.SparseR1CS
	values[constraint.ConstraintSystem](w, r1cs, scs, nil, noR1CS, noSCS, &csbn254.R1CS{},
		&csbn254.SparseR1CS{}, larger.r1cs, larger.scs, other.r1cs, other.scs)
	values(w, r1cs, nil, &csbn254.R1CS{}, larger.r1cs.(*csbn254.R1CS))
	values(w, scs, nil, &csbn254.SparseR1CS{}, larger.scs.(*csbn254.SparseR1CS))

	var noG16 *groth16bn254.ProvingKey
	var noPlonk *plonkbn254.ProvingKey
	values[gnarkgroth16.ProvingKey](
		w, own.g16, nil, noG16, &groth16bn254.ProvingKey{}, larger.g16, other.g16)
	values(w, damagedGroth16(own.g16)...)
	values[gnarkplonk.ProvingKey](
		w, own.plonk, nil, noPlonk, &plonkbn254.ProvingKey{}, larger.plonk, other.plonk)
	values(w, damagedPlonk(own.plonk)...)
	concrete[gnarkgroth16.ProvingKey, *groth16bn254.ProvingKey](w)
	concrete[gnarkplonk.ProvingKey, *plonkbn254.ProvingKey](w)

	var noVK *groth16bn254.VerifyingKey
	values[gnarkgroth16.VerifyingKey](
		w, own.g16VK, nil, noVK, &groth16bn254.VerifyingKey{}, larger.g16VK, other.g16VK)
	concrete[gnarkgroth16.VerifyingKey, *groth16bn254.VerifyingKey](w)

	public, err := own.full.Public()
	if err != nil {
		w.t.Fatal(err)
	}
	blank, err := witness.New(ecc.BN254.ScalarField())
	if err != nil {
		w.t.Fatal(err)
	}
	values(w, own.full, nil, public, blank, other.full)
	empty := make(chan witness.Witness)
	close(empty)
	makes(w, func() <-chan witness.Witness {
		c := make(chan witness.Witness, 3)
		c <- own.full
		c <- nil
		c <- other.full
		close(c)
		return c
	})
	values[<-chan witness.Witness](w, nil, empty)
	values(w, damagedSolutions(own, larger)...)
	values[any](w, own.g16VK, (*groth16bn254.VerifyingKey)(nil))

	values(w, []backend.ProverOption(nil))
	ones[backend.ProverOption](w, nil,
		func(*backend.ProverConfig) error { return errors.New("no") },
		backend.WithSolverOptions(nil), groth16.WithContext(context.Background()),
		//lint:ignore SA1012 this test is about nil contexts
		groth16.WithContext(nil),
		backend.WithProverHashToFieldFunction(nil), backend.WithProverChallengeHashFunction(nil),
		backend.WithStatisticalZeroKnowledge(), groth16.WithoutVerification(),
		groth16.WithVerifyingKey(larger.g16VK),
		groth16.WithVerifyingKey(noVK))
	values(w, []solver.Option(nil))
	ones[solver.Option](w, nil, func(*solver.Config) error { return errors.New("no") })
	values(w, nil, func(int64, int64) {})
	values(w, []groth16.Option{groth16.WithEngine(w.engine)}, nil)
	ones(w, nil, groth16.WithEngine(nil), groth16.WithEngine(new(accel.Engine)),
		groth16.WithCircuit(noR1CS), groth16.WithCircuit(scs), groth16.WithCircuit(larger.r1cs),
		groth16.WithVerifyingKey(other.g16VK), groth16.WithVerifyingKey(noVK))
	values(w, []groth16.Option{groth16.WithEngine(w.engine), groth16.WithAttached()})
	values(w, []plonk.Option{plonk.WithEngine(w.engine)}, nil)
	ones(w, nil, plonk.WithEngine(nil), plonk.WithEngine(new(accel.Engine)),
		plonk.WithCircuit(noSCS), plonk.WithCircuit(r1cs), plonk.WithCircuit(larger.scs))
	values(w, []plonk.Option{plonk.WithEngine(w.engine), plonk.WithAttached()})
}

// concrete adds an interface's values of one type to that type's own.
func concrete[I any, T any](w *world) {
	for _, value := range w.pools[reflect.TypeFor[I]()] {
		if v, ok := value().(T); ok {
			values(w, v)
		}
	}
}
