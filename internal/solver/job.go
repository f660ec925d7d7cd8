package solver

type translation[P any] interface {
	Translate() (P, error)
	// Stateful says whether blueprints change their own state, in gnark's solver and in a program.
	Stateful() (inGnark, inProgram bool)
}

// Job is a witness to be solved. S is a solution.
type Job[P, S any] interface {
	translation[P]
	// Stopped returns an error once the solution is wanted no more. Own and Compare fail then.
	Stopped() error
	Gnark() (S, error)
	// Own runs the program. An error leaves the witness to gnark.
	Own(P) (S, error)
	// Compare runs the program too, and returns an error if its solution is not the given one.
	Compare(P, S) error
	// Satisfied returns an error unless a solution of ours satisfies all constraints, as gnark's
	// code reads them.
	Satisfied(P, S) error
	// Replay returns a job for which gnark's solver takes the answers of the circuit's own hints,
	// and commitments, from a solution of ours. It changes no table of the system.
	Replay(P, S) Job[P, S]
	// Later returns what a later Compare needs: a job that goes on, and a solution of its own.
	Later(S) (Job[P, S], S)
}
