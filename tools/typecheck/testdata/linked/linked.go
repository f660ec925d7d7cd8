// Package linked links what opens libraries.
package linked

import _ "github.com/ebitengine/purego"
