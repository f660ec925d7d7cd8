package solver

import (
	"cmp"
	"slices"

	"github.com/consensys/gnark/constraint"
	gnark "github.com/consensys/gnark/constraint/solver"
	"github.com/consensys/gnark/logger"
	"github.com/gnark-accel/gnark-accel/internal/parallel"
	"github.com/gnark-accel/gnark-accel/internal/prepared"
	"github.com/gnark-accel/gnark-accel/internal/solver/program"
	"github.com/gnark-accel/gnark-accel/internal/solver/translate"
)

// cache keeps a program in a folder for later processes. It comes there once it was compared with
// gnark's solver. Nil has none.
type cache[E any] struct {
	folder *prepared.Folder
	// digest returns the system's, which some systems do not have. The first call takes it. Until
	// then the function refers to the system.
	digest func() (prepared.Digest, error)
}

// cachedProgram is a program as folders have it.
type cachedProgram[E any] struct {
	Program   program.Program // without functions
	Constants []E
}

const kindOfPrograms = "program"

// load returns the system's program of the folder, or nil.
func (k *cache[E]) load(s System[E]) *Program[E] {
	if k == nil {
		return nil
	}
	of, err := k.digest()
	if err != nil {
		log := logger.Logger()
		log.Warn().Err(err).Msg("the program of a constraint system is not kept")
		return nil
	}
	found := new(cachedProgram[E])
	if !k.folder.Load(kindOfPrograms, of, found, nil) {
		return nil
	}
	found.Program.StandIns = translate.StandIns(s.System)
	return newProgram(&found.Program, found.Constants, s.Scalars.Words)
}

func (k *cache[E]) save(p *Program[E]) {
	if k == nil {
		return
	}
	of, err := k.digest()
	if err != nil {
		return
	}
	flat := *p.Program
	flat.StandIns, flat.Foreign = nil, nil
	k.folder.Save(kindOfPrograms, of, &cachedProgram[E]{flat, p.constants})
}

// remove has no later process find the program.
func (k *cache[E]) remove() {
	if k == nil {
		return
	}
	if of, err := k.digest(); err == nil {
		k.folder.Remove(kindOfPrograms, of)
	}
}

// content is all of a system that its program follows from.
type content struct {
	Operations                         string // of programs, in this version
	Field                              string
	Sparse                             bool
	Constraints                        int
	Internal, Secret, Public           int
	Hints                              []hintOf
	Blueprints                         []constraint.Blueprint
	CallData, Instructions, LevelSizes []uint32
	Levels                             []uint32
	Coefficients                       []constraint.U64
}

// hintOf is a hint, and whether programs know it in this process.
type hintOf struct {
	ID    gnark.HintID
	Name  string
	Known bool
}

// Digest returns the digest of all that the program follows from. Some blueprints have none.
func (s System[E]) Digest() (prepared.Digest, error) {
	sys := s.System
	c := content{
		Operations: program.Operations, Field: sys.Field().String(),
		Sparse:      sys.Type == constraint.SystemSparseR1CS,
		Constraints: sys.GetNbConstraints(), Blueprints: sys.Blueprints, CallData: sys.CallData,
		Instructions: make([]uint32, instructionWords*len(sys.Instructions)),
		LevelSizes:   make([]uint32, len(sys.Levels)),
		Levels:       slices.Concat(sys.Levels...),
		Coefficients: make([]constraint.U64, s.Typed.GetNbCoefficients()),
	}
	c.Internal, c.Secret, c.Public = sys.GetNbVariables()
	for id, name := range sys.MHintsDependencies {
		c.Hints = append(c.Hints, hintOf{id, name, translate.Knows(sys, id)})
	}
	slices.SortFunc(c.Hints, func(a, b hintOf) int { return cmp.Compare(a.ID, b.ID) })
	parallel.Chunks(len(sys.Instructions), func(from, to int) {
		for i := from; i < to; i++ {
			p, start := &sys.Instructions[i], sys.Instructions[i].StartCallData
			copy(c.Instructions[instructionWords*i:], []uint32{uint32(p.BlueprintID),
				p.ConstraintOffset, p.WireOffset, uint32(start), uint32(start >> 32)})
		}
	})
	for i, level := range sys.Levels {
		c.LevelSizes[i] = uint32(len(level))
	}
	for i := range c.Coefficients {
		c.Coefficients[i] = s.Typed.GetCoefficient(i)
	}
	return prepared.Of(&c)
}

const instructionWords = 5 // of an instruction in a [content]
