package flags

import (
	"flag"
	"fmt"
	"reflect"
	"strconv"
	"strings"
	"time"

	"github.com/gnark-accel/gnark-accel/examples/circuits/proving"
)

// value is a field as the value of a flag.
type value struct{ to reflect.Value }

// String implements flag.Value.
func (v *value) String() string { return "" }

// IsBoolFlag says that a flag alone is true.
func (v *value) IsBoolFlag() bool { return v.to.Kind() == reflect.Bool }

// Set implements flag.Value. Values of a list have commas between them, numbers of bytes may have
// a suffix.
func (v *value) Set(text string) (err error) {
	switch to := v.to.Addr().Interface().(type) {
	case flag.Value:
		return to.Set(text)
	case *string:
		*to = text
	case *bool:
		*to, err = strconv.ParseBool(text)
	case *int:
		if *to, err = strconv.Atoi(text); err != nil {
			err = fmt.Errorf("%q is not a number", text)
		}
	case *float64:
		*to, err = strconv.ParseFloat(text, 64)
	case *uint64:
		*to, err = proving.ParseBytes(text)
	case *time.Duration:
		*to, err = time.ParseDuration(text)
	default:
		err = v.setList(text)
	}
	return err
}

func (v *value) setList(text string) error {
	list := reflect.Zero(v.to.Type())
	for word := range strings.SplitSeq(text, ",") {
		one := reflect.New(v.to.Type().Elem()).Elem()
		if err := (&value{one}).Set(strings.TrimSpace(word)); err != nil {
			return err
		}
		list = reflect.Append(list, one)
	}
	v.to.Set(list)
	return nil
}
