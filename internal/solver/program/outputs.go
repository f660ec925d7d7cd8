package program

import (
	"reflect"

	"github.com/consensys/gnark/constraint"
)

// Outputs returns the number of wires that a blueprint sets by an instruction.
func Outputs(s *constraint.System, b constraint.Blueprint, i constraint.Instruction) int {
	return linked(s, b).NbOutputs(i)
}

// linked returns a blueprint that has the one it refers to. A proof of GKR that was read from bytes
// has a number in place of a pointer, which a copy of the blueprint gets.
func linked(s *constraint.System, b constraint.Blueprint) constraint.Blueprint {
	const pointer, number = "SolveBlueprint", "SolveBlueprintID"
	v := reflect.Indirect(reflect.ValueOf(b))
	if v.Kind() != reflect.Struct || !v.FieldByName(pointer).IsValid() ||
		!v.FieldByName(pointer).IsNil() {
		return b
	}
	z := reflect.New(v.Type())
	for i := range v.NumField() {
		if v.Type().Field(i).IsExported() {
			z.Elem().Field(i).Set(v.Field(i))
		}
	}
	solved := s.Blueprints[v.FieldByName(number).Uint()]
	z.Elem().FieldByName(pointer).Set(reflect.ValueOf(solved))
	return z.Interface().(constraint.Blueprint)
}
