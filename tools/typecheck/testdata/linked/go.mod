module linked

go 1.24

require github.com/ebitengine/purego v0.0.0

replace github.com/ebitengine/purego => ./purego
