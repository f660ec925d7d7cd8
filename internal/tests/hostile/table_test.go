package hostile

import (
	"reflect"
	"runtime"
	"strings"

	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/accel/bn254"
	"github.com/gnark-accel/gnark-accel/accel/bn254/kzg"
	"github.com/gnark-accel/gnark-accel/hooks/groth16"
	groth16of "github.com/gnark-accel/gnark-accel/hooks/groth16/bn254"
	"github.com/gnark-accel/gnark-accel/hooks/groth16/ceremony"
	"github.com/gnark-accel/gnark-accel/hooks/plonk"
	plonkof "github.com/gnark-accel/gnark-accel/hooks/plonk/bn254"
	"github.com/gnark-accel/gnark-accel/hooks/solve"
)

// exports are all exported functions of the module. The packages of a curve are BN254's: their
// siblings come from the same templates.
var exports = []any{
	accel.Default, accel.OnCoset, accel.Open, accel.PrecomputeFactor,
	accel.WithCheckedSums, accel.WithDevices, accel.WithDriverLibrary, accel.WithLogger,
	accel.WithMemoryLimit, accel.WithMinSize, accel.WithPrecompute, accel.WithStrict,
	accel.WithPlacement, accel.WithWindow, accel.WithoutDevice,

	bn254.BatchScalarMultiplicationG1, bn254.BatchScalarMultiplicationG2, bn254.MultiExp,
	bn254.MultiExpG2, bn254.NewFr, bn254.NewG1, bn254.NewG2,

	kzg.BatchOpenSinglePoint, kzg.Fold, kzg.FoldingChallenge, kzg.Load, kzg.Open,
	kzg.ReadProvingKey, kzg.ReadSRS, kzg.ToLagrangeG1,

	groth16.Attach, groth16.Plan, groth16.Prove, groth16.ProveSolved, groth16.ProveStream,
	groth16.ReadKey, groth16.Release, groth16.Setup, groth16.Solve, groth16.WithAttached,
	groth16.WithCheckedKey, groth16.WithCircuit, groth16.WithContext, groth16.WithEngine,
	groth16.WithPreparedFolder, groth16.WithProgress, groth16.WithRedactedErrors,
	groth16.WithSolver,
	groth16.WithVerifyingKey, groth16.WithoutVerification,

	plonk.Attach, plonk.Plan, plonk.Prove, plonk.ProveSolved, plonk.ProveStream, plonk.ReadKey,
	plonk.Release, plonk.Setup, plonk.WithAttached, plonk.WithCircuit, plonk.WithContext,
	plonk.WithEngine, plonk.WithPreparedFolder, plonk.WithProgress, plonk.WithRedactedErrors,
	plonk.WithSolver, plonk.WithoutVerification,

	ceremony.ContributePhase1, ceremony.ContributePhase2, ceremony.SealPhase1,
	ceremony.VerifyPhase1, ceremony.VerifyPhase2,

	solve.Solve, solve.Compare, solve.PrepareIn, solve.ReadSystem, solve.Prepare,
	solve.WithEveryCheck, solve.WithGnark, solve.WithoutCheck,

	groth16of.Attach, groth16of.Prove, groth16of.Release,

	plonkof.Attach, plonkof.Prove, plonkof.Release,
}

// types are all that have methods.
var types = map[string]any{
	"accel.Engine":        (*accel.Engine)(nil),
	"accel.Group":         (*bn254.G1)(nil),
	"accel/bn254.G2":      (*bn254.G2)(nil),
	"accel.Field":         (*bn254.Fr)(nil),
	"accel.Bases":         (*bn254.G1Bases)(nil),
	"accel/bn254.G2Bases": (*bn254.G2Bases)(nil),
	"accel.Vector":        (*bn254.Vector)(nil),
	"accel.KZGProvingKey": (*kzg.ProvingKey)(nil),
}

// functions are those, and the methods of the types, by package and name.
var functions = map[string]any{}

func init() {
	for _, f := range exports {
		name := runtime.FuncForPC(reflect.ValueOf(f).Pointer()).Name()
		functions[strings.TrimPrefix(name, "github.com/gnark-accel/gnark-accel/")] = f
	}
	for name, pointer := range types {
		of := reflect.TypeOf(pointer)
		for i := range of.NumMethod() {
			m := of.Method(i)
			functions[name+"."+m.Name] = m.Func.Interface()
		}
	}
}
