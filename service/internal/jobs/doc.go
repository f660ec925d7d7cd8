// Package jobs has the life of a job: submitted, pulled by a worker, and ended once.
//
// A job has a record, in a bucket. While it waits or runs it also has a message, in a stream that
// works as a queue. The record says how the job ended. It is replaced by comparing revisions, so
// that a job ends once, whoever makes its proof. The message is small: the witness is sealed in a
// stream of its own. A worker that dies gives no sign of life any more, and the server hands the
// message to another.
//
// JetStream republishes each record that is stored under states.<id>. Clients wait for that, and
// workers learn so that a job was cancelled.
package jobs
