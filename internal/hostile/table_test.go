package hostile

import (
	groth16bn254 "github.com/consensys/gnark/backend/groth16/bn254"
	csbn254 "github.com/consensys/gnark/constraint/bn254"
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

// functions has every exported function and method of the module, by package and name. The packages
// of a curve are BN254's: their siblings come from the same templates.
var functions = map[string]any{
	"accel.Default":                 accel.Default,
	"accel.NewDryRun":               accel.NewDryRun,
	"accel.OnCoset":                 accel.OnCoset,
	"accel.Open":                    accel.Open,
	"accel.PrecomputeFactor":        accel.PrecomputeFactor,
	"accel.WithCheckedSums":         accel.WithCheckedSums,
	"accel.WithDevices":             accel.WithDevices,
	"accel.WithDriverLibrary":       accel.WithDriverLibrary,
	"accel.WithLogger":              accel.WithLogger,
	"accel.WithMemoryLimit":         accel.WithMemoryLimit,
	"accel.WithMinSize":             accel.WithMinSize,
	"accel.WithPrecompute":          accel.WithPrecompute,
	"accel.WithStrict":              accel.WithStrict,
	"accel.WithPlacement":           accel.WithPlacement,
	"accel.WithWindow":              accel.WithWindow,
	"accel.WithoutDevice":           accel.WithoutDevice,
	"accel.DryRun.Engine":           (*accel.DryRun).Engine,
	"accel.Engine.Close":            (*accel.Engine).Close,
	"accel.Engine.Devices":          (*accel.Engine).Devices,
	"accel.Engine.DeviceStatistics": (*accel.Engine).DeviceStatistics,
	"accel.Engine.Statistics":       (*accel.Engine).Statistics,
	"accel.Engine.Unavailable":      (*accel.Engine).Unavailable,

	"accel/bn254.BatchScalarMultiplicationG1":  bn254.BatchScalarMultiplicationG1,
	"accel/bn254.BatchScalarMultiplicationG2":  bn254.BatchScalarMultiplicationG2,
	"accel/bn254.G1.BatchScalarMultiplication": (*bn254.G1).BatchScalarMultiplication,
	"accel/bn254.G1.Decode":                    (*bn254.G1).Decode,
	"accel/bn254.G1.IsInSubGroupBatch":         (*bn254.G1).IsInSubGroupBatch,
	"accel/bn254.G1.ToLagrange":                (*bn254.G1).ToLagrange,
	"accel/bn254.G1.ScalePoints":               (*bn254.G1).ScalePoints,
	"accel/bn254.G2.BatchScalarMultiplication": (*bn254.G2).BatchScalarMultiplication,
	"accel/bn254.G2.Decode":                    (*bn254.G2).Decode,
	"accel/bn254.G2.IsInSubGroupBatch":         (*bn254.G2).IsInSubGroupBatch,
	"accel/bn254.G2.ToLagrange":                (*bn254.G2).ToLagrange,
	"accel/bn254.G2.ScalePoints":               (*bn254.G2).ScalePoints,

	"accel/bn254.MultiExp":               bn254.MultiExp,
	"accel/bn254.MultiExpG2":             bn254.MultiExpG2,
	"accel/bn254.NewFr":                  bn254.NewFr,
	"accel/bn254.NewG1":                  bn254.NewG1,
	"accel/bn254.NewG2":                  bn254.NewG2,
	"accel/bn254.Fr.FFT":                 (*bn254.Fr).FFT,
	"accel/bn254.Fr.FFTInverse":          (*bn254.Fr).FFTInverse,
	"accel/bn254.Fr.Interpolate":         (*bn254.Fr).Interpolate,
	"accel/bn254.Fr.Load":                (*bn254.Fr).Load,
	"accel/bn254.Fr.NewVector":           (*bn254.Fr).NewVector,
	"accel/bn254.G1.Load":                (*bn254.G1).Load,
	"accel/bn254.G1.MultiExp":            (*bn254.G1).MultiExp,
	"accel/bn254.G1.MultiExpVector":      (*bn254.G1).MultiExpVector,
	"accel/bn254.G1.ProductsPerSecond":   (*bn254.G1).ProductsPerSecond,
	"accel/bn254.G1.WithBitSize":         (*bn254.G1).WithBitSize,
	"accel/bn254.G1Bases.Close":          (*bn254.G1Bases).Close,
	"accel/bn254.G1Bases.Len":            (*bn254.G1Bases).Len,
	"accel/bn254.G1Bases.MultiExp":       (*bn254.G1Bases).MultiExp,
	"accel/bn254.G1Bases.MultiExpBatch":  (*bn254.G1Bases).MultiExpBatch,
	"accel/bn254.G1Bases.MultiExpRange":  (*bn254.G1Bases).MultiExpRange,
	"accel/bn254.G1Bases.MultiExpVector": (*bn254.G1Bases).MultiExpVector,
	"accel/bn254.G1Bases.OnDevice":       (*bn254.G1Bases).OnDevice,
	"accel/bn254.G1Bases.Start":          (*bn254.G1Bases).Start,
	"accel/bn254.G1Bases.Warm":           (*bn254.G1Bases).Warm,
	"accel/bn254.G2.Load":                (*bn254.G2).Load,
	"accel/bn254.G2.MultiExp":            (*bn254.G2).MultiExp,
	"accel/bn254.G2.MultiExpVector":      (*bn254.G2).MultiExpVector,
	"accel/bn254.G2.WithBitSize":         (*bn254.G2).WithBitSize,
	"accel/bn254.G2Bases.Close":          (*bn254.G2Bases).Close,
	"accel/bn254.G2Bases.Len":            (*bn254.G2Bases).Len,
	"accel/bn254.G2Bases.MultiExp":       (*bn254.G2Bases).MultiExp,
	"accel/bn254.G2Bases.MultiExpBatch":  (*bn254.G2Bases).MultiExpBatch,
	"accel/bn254.G2Bases.MultiExpRange":  (*bn254.G2Bases).MultiExpRange,
	"accel/bn254.G2Bases.MultiExpVector": (*bn254.G2Bases).MultiExpVector,
	"accel/bn254.G2Bases.OnDevice":       (*bn254.G2Bases).OnDevice,
	"accel/bn254.G2Bases.Start":          (*bn254.G2Bases).Start,
	"accel/bn254.G2Bases.Warm":           (*bn254.G2Bases).Warm,
	"accel/bn254.Vector.Add":             (*bn254.Vector).Add,
	"accel/bn254.Vector.BitReverse":      (*bn254.Vector).BitReverse,
	"accel/bn254.Vector.Close":           (*bn254.Vector).Close,
	"accel/bn254.Vector.Combine":         (*bn254.Vector).Combine,
	"accel/bn254.Vector.Download":        (*bn254.Vector).Download,
	"accel/bn254.Vector.Evaluate":        (*bn254.Vector).Evaluate,
	"accel/bn254.Vector.FFT":             (*bn254.Vector).FFT,
	"accel/bn254.Vector.FFTInverse":      (*bn254.Vector).FFTInverse,
	"accel/bn254.Vector.Invert":          (*bn254.Vector).Invert,
	"accel/bn254.Vector.Len":             (*bn254.Vector).Len,
	"accel/bn254.Vector.Mul":             (*bn254.Vector).Mul,
	"accel/bn254.Vector.OnDevice":        (*bn254.Vector).OnDevice,
	"accel/bn254.Vector.PrefixProducts":  (*bn254.Vector).PrefixProducts,
	"accel/bn254.Vector.ScalarMul":       (*bn254.Vector).ScalarMul,
	"accel/bn254.Vector.Set":             (*bn254.Vector).Set,
	"accel/bn254.Vector.Sub":             (*bn254.Vector).Sub,
	"accel/bn254.Vector.Upload":          (*bn254.Vector).Upload,

	"accel/bn254/kzg.BatchOpenSinglePoint":            kzg.BatchOpenSinglePoint,
	"accel/bn254/kzg.Fold":                            kzg.Fold,
	"accel/bn254/kzg.FoldingChallenge":                kzg.FoldingChallenge,
	"accel/bn254/kzg.Load":                            kzg.Load,
	"accel/bn254/kzg.Open":                            kzg.Open,
	"accel/bn254/kzg.ReadProvingKey":                  kzg.ReadProvingKey,
	"accel/bn254/kzg.ReadSRS":                         kzg.ReadSRS,
	"accel/bn254/kzg.ToLagrangeG1":                    kzg.ToLagrangeG1,
	"accel/bn254/kzg.ProvingKey.BatchOpenSinglePoint": (*kzg.ProvingKey).BatchOpenSinglePoint,
	"accel/bn254/kzg.ProvingKey.Close":                (*kzg.ProvingKey).Close,
	"accel/bn254/kzg.ProvingKey.Commit":               (*kzg.ProvingKey).Commit,
	"accel/bn254/kzg.ProvingKey.OnDevice":             (*kzg.ProvingKey).OnDevice,
	"accel/bn254/kzg.ProvingKey.Open":                 (*kzg.ProvingKey).Open,

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
	"hooks/plonk.WithProgress":        plonk.WithProgress,
	"hooks/plonk.WithRedactedErrors":  plonk.WithRedactedErrors,
	"hooks/plonk.WithoutVerification": plonk.WithoutVerification,

	"hooks/groth16/ceremony.ContributePhase1": ceremony.ContributePhase1,
	"hooks/groth16/ceremony.ContributePhase2": ceremony.ContributePhase2,
	"hooks/groth16/ceremony.SealPhase1":       ceremony.SealPhase1,
	"hooks/groth16/ceremony.VerifyPhase1":     ceremony.VerifyPhase1,
	"hooks/groth16/ceremony.VerifyPhase2":     ceremony.VerifyPhase2,

	"hooks/solve.Solve":          solve.Solve,
	"hooks/solve.Prepare":        solve.Prepare,
	"hooks/solve.WithEveryCheck": solve.WithEveryCheck,
	"hooks/solve.WithGnark":      solve.WithGnark,
	"hooks/solve.WithAnyVersion": solve.WithAnyVersion,
	"hooks/solve.WithoutCheck":   solve.WithoutCheck,

	"hooks/groth16/bn254.Attach":                 groth16of.Attach,
	"hooks/groth16/bn254.NewAccelerator":         groth16of.NewAccelerator,
	"hooks/groth16/bn254.Prove":                  groth16of.Prove,
	"hooks/groth16/bn254.ReadAttached":           groth16of.ReadAttached,
	"hooks/groth16/bn254.ReadKey":                groth16of.ReadKey,
	"hooks/groth16/bn254.Release":                groth16of.Release,
	"hooks/groth16/bn254.Devices":                groth16of.Devices,
	"hooks/groth16/bn254.Setup":                  setup,
	"hooks/groth16/bn254.SetupAttached":          setupAttached,
	"hooks/groth16/bn254.SizesOf":                groth16of.SizesOf,
	"hooks/groth16/bn254.Solve":                  groth16of.Solve,
	"hooks/groth16/bn254.Take":                   groth16of.Take,
	"hooks/groth16/bn254.Accelerator.Close":      (*groth16of.Accelerator).Close,
	"hooks/groth16/bn254.Accelerator.ComputeH":   (*groth16of.Accelerator).ComputeH,
	"hooks/groth16/bn254.Accelerator.MultiExpG1": (*groth16of.Accelerator).MultiExpG1,
	"hooks/groth16/bn254.Accelerator.MultiExpG2": (*groth16of.Accelerator).MultiExpG2,
	"hooks/groth16/bn254.Accelerator.OnDevice":   (*groth16of.Accelerator).OnDevice,
	"hooks/groth16/bn254.Sizes.Plan":             groth16of.Sizes.Plan,
	"hooks/groth16/bn254.Solved.Close":           (*groth16of.Solved).Close,
	"hooks/groth16/bn254.Solved.Prove":           (*groth16of.Solved).Prove,
	"hooks/groth16/bn254.Solved.Solution":        (*groth16of.Solved).Solution,
	"hooks/groth16/bn254.Solved.Verified":        (*groth16of.Solved).Verified,

	"hooks/plonk/bn254.Attach":                       plonkof.Attach,
	"hooks/plonk/bn254.NewAccelerator":               plonkof.NewAccelerator,
	"hooks/plonk/bn254.Prove":                        plonkof.Prove,
	"hooks/plonk/bn254.ReadAttached":                 plonkof.ReadAttached,
	"hooks/plonk/bn254.ReadKey":                      plonkof.ReadKey,
	"hooks/plonk/bn254.Release":                      plonkof.Release,
	"hooks/plonk/bn254.Devices":                      plonkof.Devices,
	"hooks/plonk/bn254.Setup":                        plonkof.Setup,
	"hooks/plonk/bn254.SizesOf":                      plonkof.SizesOf,
	"hooks/plonk/bn254.Solve":                        plonkof.Solve,
	"hooks/plonk/bn254.Take":                         plonkof.Take,
	"hooks/plonk/bn254.Accelerator.Close":            (*plonkof.Accelerator).Close,
	"hooks/plonk/bn254.Accelerator.ComputeNumerator": (*plonkof.Accelerator).ComputeNumerator,
	"hooks/plonk/bn254.Accelerator.MultiExp":         (*plonkof.Accelerator).MultiExp,
	"hooks/plonk/bn254.Accelerator.OnDevice":         (*plonkof.Accelerator).OnDevice,
	"hooks/plonk/bn254.Accelerator.ToCanonical":      (*plonkof.Accelerator).ToCanonical,
	"hooks/plonk/bn254.Sizes.Plan":                   plonkof.Sizes.Plan,
	"hooks/plonk/bn254.Solved.Close":                 (*plonkof.Solved).Close,
	"hooks/plonk/bn254.Solved.Prove":                 (*plonkof.Solved).Prove,
	"hooks/plonk/bn254.Solved.Verified":              (*plonkof.Solved).Verified,
}

// keysToSet are keys for the setup to set.
type keysToSet struct {
	proving   *groth16bn254.ProvingKey
	verifying *groth16bn254.VerifyingKey
}

// setup sets keys that no other test uses.
func setup(
	r1cs *csbn254.R1CS, keys keysToSet, engine *accel.Engine, tell func(done, total int64),
) error {
	return groth16of.Setup(r1cs, keys.proving, keys.verifying, engine, tell)
}

// setupAttached is setup of a key that is attached, too.
func setupAttached(
	r1cs *csbn254.R1CS, keys keysToSet, engine *accel.Engine, tell func(done, total int64),
) error {
	return groth16of.SetupAttached(r1cs, keys.proving, keys.verifying, engine, tell)
}
