package jobs

import (
	"fmt"

	"github.com/gnark-accel/gnark-accel/service/internal/store"
)

// Subjects lists the subjects that clients and workers of a tenant publish to. The server has made
// the streams before. Nobody makes or changes a stream through them, nor asks the system's account.
func Subjects() []string {
	all := []string{
		"_INBOX.>", "workers.>", queueStream + ".>", deadStream + ".>",
		"$JS.ACK.>", "$JS.FC.>", "$JS.API.INFO", "$SYS.REQ.USER.INFO",
		"$JS.API.STREAM.NAMES", "$JS.API.STREAM.LIST", "$JS.API.STREAM.INFO.*",
		"$JS.API.STREAM.MSG.GET.*", "$JS.API.STREAM.PURGE.*", "$JS.API.DIRECT.GET.>",
		"$JS.API.CONSUMER.LIST." + queueStream, "$JS.API.CONSUMER.MSG.NEXT." + queueStream + ".*",
	}
	consumed := []string{queueStream}
	for _, bucket := range store.Buckets {
		all = append(all, "$KV."+bucket+".>")
		consumed = append(consumed, "KV_"+bucket)
	}
	for _, stream := range consumed {
		for _, ask := range []string{"CREATE", "INFO", "DELETE"} {
			all = append(all, fmt.Sprintf("$JS.API.CONSUMER.%s.%s.>", ask, stream))
		}
	}
	for i := range recordBuckets {
		all = append(all, fmt.Sprintf("$KV.%s.>", recordsBucket(i)))
	}
	return append(all, store.Subjects()...)
}
