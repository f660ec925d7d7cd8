package layers

import (
	"go/ast"
	"go/parser"
	"go/token"
	"regexp"
	"testing"
)

// words are names that this module used for things that have a word in the field, with that word.
// No declaration or use has one of them again.
var words = map[string]string{
	"blame": "diagnose", "bring": "load", "brought": "loaded", "bury": "deadLetter",
	"brisk": "short", "insist": "retry", "lane": "slot", "lighten": "rebalance",
	"lookedUp": "cached", "meeting": "syncCost", "nowhere": "none", "planes": "SoA",
	"racer": "implementation", "reclaim": "evict", "renew": "invalidate", "rouse": "wake",
	"shun": "backOff", "tie": "link", "vouch": "verify", "voucher": "keyRelation",
}

// extreme are names that begin with a word for minimum or maximum which is not min or max.
var extreme = regexp.MustCompile(`^([mM]ost|[lL]east)[A-Z]`)

// TestWords looks for the names in handwritten code and tests.
func TestWords(t *testing.T) {
	for _, name := range sources(t, ".go") {
		content := read(t, name)
		if generated.Match(content) {
			continue
		}
		set := token.NewFileSet()
		file, err := parser.ParseFile(set, name, content, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(n ast.Node) bool {
			if id, ok := n.(*ast.Ident); ok {
				if better := wordFor(id.Name); better != "" {
					t.Errorf("%s names something %s; the word is %s", name, id.Name, better)
				}
			}
			return true
		})
	}
}

// wordFor returns the word to use in place of a name, or nothing.
func wordFor(name string) string {
	if extreme.MatchString(name) {
		return "min or max"
	}
	return words[name]
}

func TestWordFor(t *testing.T) {
	for name, want := range map[string]string{
		"leastRow": "min or max", "MostRows": "min or max", "lane": "slot",
		"least": "", "mostly": "", "planet": "",
	} {
		if got := wordFor(name); got != want {
			t.Errorf("%s: %q, not %q", name, got, want)
		}
	}
}
