package solver

import (
	"fmt"
	"strings"

	"github.com/consensys/gnark/constraint"
	"github.com/rs/zerolog"
)

// printLogs writes the circuit's log lines, as gnark's solver does.
func printLogs(
	sys *constraint.System, log *zerolog.Logger, value func(constraint.LinearExpression) string,
) {
	if log.GetLevel() == zerolog.Disabled {
		return
	}
	for i := range sys.Logs {
		entry := &sys.Logs[i]
		var arguments []any
		for _, terms := range entry.ToResolve {
			arguments = append(arguments, value(terms))
		}
		if len(entry.Stack) > 0 {
			arguments = append(arguments, stack(sys, entry.Stack))
		}
		log.Debug().Str(zerolog.CallerFieldName, entry.Caller).
			Msg(fmt.Sprintf(entry.Format, arguments...))
	}
}

func stack(sys *constraint.System, locations []int) string {
	var s strings.Builder
	for _, i := range locations {
		location := sys.SymbolTable.Locations[i]
		function := sys.SymbolTable.Functions[location.FunctionID]
		fmt.Fprintf(&s, "%s\n\t%s:%d\n", function.Name, function.Filename, location.Line)
	}
	return s.String()
}
