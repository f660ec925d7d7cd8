package main

import (
	"bufio"
	"context"
	"fmt"
	"net"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// taken counts the calls of an attack that the server took.
var taken atomic.Int64

// attacks are the worst that a tenant can do with its token. Each runs until its context ends, and
// counts the calls that the server took.
var attacks = []struct {
	name string
	run  func(ctx context.Context, url string)
}{
	{"memory streams", memoryStreams},
	{"streams", manyStreams},
	{"consumers", manyConsumers},
	{"connections", manyConnections},
	{"subscriptions", manySubscriptions},
	{"halves of messages", halves},
	{"readers that do not read", deaf},
	{"pulls that wait", pulls},
	{"small messages", smallMessages},
	{"messages with identifiers", identified},
	{"records", records},
	{"questions", questions},
	{"long questions", longQuestions},
	{"flood", flood},
	{"a message to many", toMany},
}

// atOnce repeats a call on some connections until the context ends, and counts successes.
func atOnce(ctx context.Context, url string, n int, call func(*nats.Conn, int) error) {
	var working sync.WaitGroup
	for i := range n {
		conn := connect(url)
		if conn == nil {
			continue
		}
		working.Go(func() {
			for k := i; ctx.Err() == nil; k += n {
				if call(conn, k) == nil {
					taken.Add(1)
				}
			}
		})
	}
	working.Wait()
}

func memoryStreams(ctx context.Context, url string) {
	payload := make([]byte, 1<<19)
	atOnce(ctx, url, 8, func(conn *nats.Conn, i int) error {
		js, err := jetstream.New(conn)
		if err != nil {
			return err
		}
		name := fmt.Sprintf("m%d", i%8)
		if i < 8 {
			js.CreateStream(ctx, jetstream.StreamConfig{
				Name: name, Subjects: []string{name}, Storage: jetstream.MemoryStorage,
			})
		}
		short, cancel := context.WithTimeout(ctx, time.Second)
		defer cancel()
		_, err = js.Publish(short, name, payload)
		return err
	})
}

func manyStreams(ctx context.Context, url string) {
	atOnce(ctx, url, 8, func(conn *nats.Conn, i int) error {
		js, err := jetstream.New(conn)
		if err != nil {
			return err
		}
		short, cancel := context.WithTimeout(ctx, time.Second)
		defer cancel()
		name := fmt.Sprintf("s%d", i)
		_, err = js.CreateStream(short,
			jetstream.StreamConfig{Name: name, Subjects: []string{name}})
		return err
	})
}

func manyConsumers(ctx context.Context, url string) {
	streams := []string{"queue", "KV_circuits", "KV_names", "OBJ_files", "dead", "KV_jobs-0",
		"witnesses-0"}
	atOnce(ctx, url, 8, func(conn *nats.Conn, i int) error {
		js, err := jetstream.New(conn)
		if err != nil {
			return err
		}
		short, cancel := context.WithTimeout(ctx, time.Second)
		defer cancel()
		in := streams[i/8%len(streams)]
		config := jetstream.ConsumerConfig{
			Durable: fmt.Sprintf("c%d", i), AckPolicy: jetstream.AckExplicitPolicy,
			MaxAckPending: -1,
		}
		if in == "queue" {
			config.FilterSubject = fmt.Sprintf("queue.x.%d.*", i)
		}
		_, err = js.CreateConsumer(short, in, config)
		return err
	})
}

func manyConnections(ctx context.Context, url string) {
	for ctx.Err() == nil {
		if _, err := nats.Connect(url, nats.NoReconnect()); err == nil {
			taken.Add(1)
		} else {
			time.Sleep(time.Millisecond)
		}
	}
}

func manySubscriptions(ctx context.Context, url string) {
	long := strings.Repeat("x", 900)
	atOnce(ctx, url, 1000, func(conn *nats.Conn, i int) error {
		time.Sleep(time.Millisecond)
		_, err := conn.SubscribeSync(fmt.Sprintf("%s.%d", long, i))
		return err
	})
}

// raw opens a connection whose bytes the attacker writes, or returns nil.
func raw(at string) net.Conn {
	where, err := url.Parse(at)
	if err != nil {
		panic(err)
	}
	conn, err := net.Dial("tcp", where.Host)
	if err != nil {
		return nil
	}
	password, _ := where.User.Password()
	fmt.Fprintf(conn, "CONNECT {\"user\":%q,\"pass\":%q,\"verbose\":false,\"headers\":true,"+
		"\"no_responders\":true}\r\nPING\r\n", where.User.Username(), password)
	from := bufio.NewReader(conn)
	for {
		line, err := from.ReadString('\n')
		if err != nil || strings.HasPrefix(line, "-ERR") {
			conn.Close()
			return nil
		}
		if strings.HasPrefix(line, "PONG") {
			return conn
		}
	}
}

// rawly repeats a call on some raw connections. It makes new ones where these are closed.
func rawly(ctx context.Context, url string, n int, call func(net.Conn) error) {
	var working sync.WaitGroup
	for range n {
		working.Go(func() {
			for ctx.Err() == nil {
				conn := raw(url)
				if conn == nil {
					time.Sleep(10 * time.Millisecond)
					continue
				}
				ended := context.AfterFunc(ctx, func() { conn.Close() })
				for ctx.Err() == nil && call(conn) == nil {
					taken.Add(1)
				}
				ended()
				conn.Close()
			}
		})
	}
	working.Wait()
}

// halves sends all of the longest message but its end.
func halves(ctx context.Context, url string) {
	rawly(ctx, url, 200, func(conn net.Conn) error {
		const length = 1<<20 - 1
		if _, err := fmt.Fprintf(conn, "PUB _INBOX.x %d\r\n", length); err != nil {
			return err
		}
		if _, err := conn.Write(make([]byte, length-1)); err != nil {
			return err
		}
		_, err := conn.Read(make([]byte, 1<<16))
		return err
	})
}

// deaf has many readers that do not read, and sends them long messages.
func deaf(ctx context.Context, url string) {
	var readers sync.WaitGroup
	readers.Go(func() {
		rawly(ctx, url, 200, func(conn net.Conn) error {
			if _, err := fmt.Fprint(conn, "SUB _INBOX.deaf 1\r\n"); err != nil {
				return err
			}
			<-ctx.Done()
			return ctx.Err()
		})
	})
	defer readers.Wait()
	payload := make([]byte, 1<<19)
	atOnce(ctx, url, 2, func(conn *nats.Conn, _ int) error {
		if err := conn.Publish("_INBOX.deaf", payload); err != nil {
			return err
		}
		return conn.FlushTimeout(time.Second)
	})
}

// pulls asks consumers for jobs that never come.
func pulls(ctx context.Context, url string) {
	atOnce(ctx, url, 8, func(conn *nats.Conn, i int) error {
		if i < 8 {
			js, err := jetstream.New(conn)
			if err != nil {
				return err
			}
			js.CreateConsumer(ctx, "queue", jetstream.ConsumerConfig{
				Durable: fmt.Sprintf("p%d", i), AckPolicy: jetstream.AckExplicitPolicy,
				MaxWaiting: 1 << 30, FilterSubject: fmt.Sprintf("queue.p.%d.*", i),
			})
		}
		return conn.PublishRequest(fmt.Sprintf("$JS.API.CONSUMER.MSG.NEXT.queue.p%d", i%8),
			fmt.Sprintf("_INBOX.%d", i), []byte(`{"batch":1000,"expires":3600000000000}`))
	})
}

// stored publishes messages to streams as fast as the server takes them.
func stored(ctx context.Context, url, subject string, header bool) {
	atOnce(ctx, url, 4, func(conn *nats.Conn, i int) error {
		m := nats.NewMsg(fmt.Sprintf(subject, i))
		if header {
			m.Header.Set("Nats-Msg-Id", fmt.Sprintf("%0900d", i))
		}
		return conn.PublishMsg(m)
	})
}

func smallMessages(ctx context.Context, url string) {
	stored(ctx, url, "dead."+strings.Repeat("x", 400)+".%d", false)
}

func identified(ctx context.Context, url string) {
	stored(ctx, url, "dead.%d", true)
}

func records(ctx context.Context, url string) {
	stored(ctx, url, "$KV.jobs-1.%d", false)
}

// questions asks questions to which JetStream has long answers.
func questions(ctx context.Context, url string) {
	atOnce(ctx, url, 64, func(conn *nats.Conn, i int) error {
		return conn.PublishRequest("$JS.API.STREAM.INFO.dead", "_INBOX.x",
			[]byte(`{"subjects_filter":">"}`))
	})
}

func longQuestions(ctx context.Context, url string) {
	long := make([]byte, 1<<19)
	atOnce(ctx, url, 64, func(conn *nats.Conn, i int) error {
		return conn.PublishRequest("$JS.API.STREAM.PURGE.dead", "_INBOX.x", long)
	})
}

// flood sends messages to nobody.
func flood(ctx context.Context, url string) {
	atOnce(ctx, url, 200, func(conn *nats.Conn, _ int) error {
		return conn.Publish("_INBOX.x", nil)
	})
}

// toMany sends messages that each go to many subscriptions.
func toMany(ctx context.Context, url string) {
	atOnce(ctx, url, 200, func(conn *nats.Conn, i int) error {
		if i < 100*200 {
			_, err := conn.Subscribe("_INBOX.x", func(*nats.Msg) {})
			return err
		}
		return conn.Publish("_INBOX.x", nil)
	})
}
