package hostile

import (
	"reflect"

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

// functions has every exported function of the module, by package and name, and every method of the
// types. The packages of a curve are BN254's: their siblings come from the same templates.
var functions = map[string]any{
	"accel.Default":           accel.Default,
	"accel.NewDryRun":         accel.NewDryRun,
	"accel.OnCoset":           accel.OnCoset,
	"accel.Open":              accel.Open,
	"accel.PrecomputeFactor":  accel.PrecomputeFactor,
	"accel.WithCheckedSums":   accel.WithCheckedSums,
	"accel.WithDevices":       accel.WithDevices,
	"accel.WithDriverLibrary": accel.WithDriverLibrary,
	"accel.WithLogger":        accel.WithLogger,
	"accel.WithMemoryLimit":   accel.WithMemoryLimit,
	"accel.WithMinSize":       accel.WithMinSize,
	"accel.WithPrecompute":    accel.WithPrecompute,
	"accel.WithStrict":        accel.WithStrict,
	"accel.WithPlacement":     accel.WithPlacement,
	"accel.WithWindow":        accel.WithWindow,
	"accel.WithoutDevice":     accel.WithoutDevice,
	"accel.DryRun.Engine":     (*accel.DryRun).Engine, // its other methods are promoted

	"accel/bn254.BatchScalarMultiplicationG1": bn254.BatchScalarMultiplicationG1,
	"accel/bn254.BatchScalarMultiplicationG2": bn254.BatchScalarMultiplicationG2,

	"accel/bn254.MultiExp":   bn254.MultiExp,
	"accel/bn254.MultiExpG2": bn254.MultiExpG2,
	"accel/bn254.NewFr":      bn254.NewFr,
	"accel/bn254.NewG1":      bn254.NewG1,
	"accel/bn254.NewG2":      bn254.NewG2,

	"accel/bn254/kzg.BatchOpenSinglePoint": kzg.BatchOpenSinglePoint,
	"accel/bn254/kzg.Fold":                 kzg.Fold,
	"accel/bn254/kzg.FoldingChallenge":     kzg.FoldingChallenge,
	"accel/bn254/kzg.Load":                 kzg.Load,
	"accel/bn254/kzg.Open":                 kzg.Open,
	"accel/bn254/kzg.ReadProvingKey":       kzg.ReadProvingKey,
	"accel/bn254/kzg.ReadSRS":              kzg.ReadSRS,
	"accel/bn254/kzg.ToLagrangeG1":         kzg.ToLagrangeG1,

	"hooks/groth16.Attach":              groth16.Attach,
	"hooks/groth16.Plan":                groth16.Plan,
	"hooks/groth16.Prove":               groth16.Prove,
	"hooks/groth16.ProveSolved":         groth16.ProveSolved,
	"hooks/groth16.ProveStream":         groth16.ProveStream,
	"hooks/groth16.ReadKey":             groth16.ReadKey,
	"hooks/groth16.Release":             groth16.Release,
	"hooks/groth16.Setup":               groth16.Setup,
	"hooks/groth16.Solve":               groth16.Solve,
	"hooks/groth16.WithAttached":        groth16.WithAttached,
	"hooks/groth16.WithCircuit":         groth16.WithCircuit,
	"hooks/groth16.WithContext":         groth16.WithContext,
	"hooks/groth16.WithEngine":          groth16.WithEngine,
	"hooks/groth16.WithPreparedFolder":  groth16.WithPreparedFolder,
	"hooks/groth16.WithProgress":        groth16.WithProgress,
	"hooks/groth16.WithRedactedErrors":  groth16.WithRedactedErrors,
	"hooks/groth16.WithTrustedKey":      groth16.WithTrustedKey,
	"hooks/groth16.WithVerifyingKey":    groth16.WithVerifyingKey,
	"hooks/groth16.WithoutVerification": groth16.WithoutVerification,

	"hooks/plonk.Attach":              plonk.Attach,
	"hooks/plonk.Plan":                plonk.Plan,
	"hooks/plonk.Prove":               plonk.Prove,
	"hooks/plonk.ProveSolved":         plonk.ProveSolved,
	"hooks/plonk.ProveStream":         plonk.ProveStream,
	"hooks/plonk.ReadKey":             plonk.ReadKey,
	"hooks/plonk.Release":             plonk.Release,
	"hooks/plonk.Setup":               plonk.Setup,
	"hooks/plonk.WithAttached":        plonk.WithAttached,
	"hooks/plonk.WithCircuit":         plonk.WithCircuit,
	"hooks/plonk.WithContext":         plonk.WithContext,
	"hooks/plonk.WithEngine":          plonk.WithEngine,
	"hooks/plonk.WithPreparedFolder":  plonk.WithPreparedFolder,
	"hooks/plonk.WithProgress":        plonk.WithProgress,
	"hooks/plonk.WithRedactedErrors":  plonk.WithRedactedErrors,
	"hooks/plonk.WithoutVerification": plonk.WithoutVerification,

	"hooks/groth16/ceremony.ContributePhase1": ceremony.ContributePhase1,
	"hooks/groth16/ceremony.ContributePhase2": ceremony.ContributePhase2,
	"hooks/groth16/ceremony.SealPhase1":       ceremony.SealPhase1,
	"hooks/groth16/ceremony.VerifyPhase1":     ceremony.VerifyPhase1,
	"hooks/groth16/ceremony.VerifyPhase2":     ceremony.VerifyPhase2,

	"hooks/solve.Solve":          solve.Solve,
	"hooks/solve.PrepareIn":      solve.PrepareIn,
	"hooks/solve.ReadSystem":     solve.ReadSystem,
	"hooks/solve.Prepare":        solve.Prepare,
	"hooks/solve.WithAnyVersion": solve.WithAnyVersion,
	"hooks/solve.WithEveryCheck": solve.WithEveryCheck,
	"hooks/solve.WithGnark":      solve.WithGnark,
	"hooks/solve.WithoutCheck":   solve.WithoutCheck,

	"hooks/groth16/bn254.Attach":         groth16of.Attach,
	"hooks/groth16/bn254.NewAccelerator": groth16of.NewAccelerator,
	"hooks/groth16/bn254.Prove":          groth16of.Prove,
	"hooks/groth16/bn254.Release":        groth16of.Release,

	"hooks/plonk/bn254.Attach":         plonkof.Attach,
	"hooks/plonk/bn254.NewAccelerator": plonkof.NewAccelerator,
	"hooks/plonk/bn254.Prove":          plonkof.Prove,
	"hooks/plonk/bn254.Release":        plonkof.Release,
}

// types are all that have methods.
var types = map[string]any{
	"accel.Engine":                    (*accel.Engine)(nil),
	"accel/bn254.G1":                  (*bn254.G1)(nil),
	"accel/bn254.G2":                  (*bn254.G2)(nil),
	"accel/bn254.Fr":                  (*bn254.Fr)(nil),
	"accel/bn254.G1Bases":             (*bn254.G1Bases)(nil),
	"accel/bn254.G2Bases":             (*bn254.G2Bases)(nil),
	"accel/bn254.Vector":              (*bn254.Vector)(nil),
	"accel/bn254/kzg.ProvingKey":      (*kzg.ProvingKey)(nil),
	"hooks/groth16/bn254.Accelerator": (*groth16of.Accelerator)(nil),
	"hooks/plonk/bn254.Accelerator":   (*plonkof.Accelerator)(nil),
}

func init() {
	for name, pointer := range types {
		of := reflect.TypeOf(pointer)
		for i := range of.NumMethod() {
			m := of.Method(i)
			functions[name+"."+m.Name] = m.Func.Interface()
		}
	}
}
