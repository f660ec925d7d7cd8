package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/gnark-accel/gnark-accel/service/client"
	"github.com/gnark-accel/gnark-accel/service/internal/folder"
	"github.com/gnark-accel/gnark-accel/service/internal/servicetest"
	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"golang.org/x/sync/errgroup"
)

// asNode has this program be a NATS server of a configuration.
const asNode = "GNARK_PROVER_TEST_NODE"

// runNode runs a server until it is killed.
func runNode(config string) {
	options, err := server.ProcessConfigFile(config)
	if err == nil {
		var node *server.Server
		if node, err = server.NewServer(options); err == nil {
			node.Start()
			node.WaitForShutdown()
		}
	}
	fmt.Fprintln(os.Stderr, err)
}

// startCluster starts three servers, and returns their URLs.
func startCluster(t *testing.T) (urls [3]string, nodes [3]*exec.Cmd) {
	t.Helper()
	routes := [3]string{}
	for i := range nodes {
		urls[i] = "nats://" + servicetest.FreeAddress(t)
		routes[i] = "nats://" + servicetest.FreeAddress(t)
	}
	for i := range nodes {
		in := t.TempDir()
		config := filepath.Join(in, "nats.conf")
		text := fmt.Sprintf("server_name: n%d, listen: %q, jetstream: { store_dir: %q }\n"+
			"cluster: { name: c, listen: %q, routes: %s }\n", i, urls[i][7:], in, routes[i][7:],
			strings.ReplaceAll(fmt.Sprintf("%q", routes), " ", ","))
		if err := os.WriteFile(config, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		nodes[i], _ = process(t)
		nodes[i].Env = append(os.Environ(), asNode+"="+config)
		if err := nodes[i].Start(); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() {
			nodes[i].Process.Kill()
			nodes[i].Wait()
		})
	}
	return urls, nodes
}

// streamsOf returns how the streams of a cluster are configured, as soon as it can be asked.
func streamsOf(t *testing.T, url string) (all []jetstream.StreamConfig) {
	t.Helper()
	conn, err := nats.Connect(url, nats.RetryOnFailedConnect(true), nats.MaxReconnects(-1))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	js, err := jetstream.New(conn)
	if err != nil {
		t.Fatal(err)
	}
	servicetest.Eventually(t, func() bool {
		_, err := js.AccountInfo(t.Context())
		return err == nil
	})
	streams := js.ListStreams(t.Context())
	for info := range streams.Info() {
		all = append(all, info.Config)
	}
	if err := streams.Err(); err != nil {
		t.Fatal(err)
	}
	return all
}

// TestElsewhere has a service use a cluster of NATS with a key that was made for it. One of three
// servers is killed under jobs, of which none is lost.
func TestElsewhere(t *testing.T) {
	t.Parallel() // it waits, mostly
	if testing.Short() {
		t.Skip("a cluster chooses new leaders in some ten seconds")
	}
	needCurl(t)
	data := filepath.Join(t.TempDir(), "data")
	key := filepath.Join(data, folder.KeyFile)
	urls, nodes := startCluster(t)
	streamsOf(t, urls[0])
	if _, err := commanded(t, "key", "-new", key); err != nil {
		t.Fatal(err)
	}
	serveAt(t, data, anyPort, "-nats", urls[1]).stop()
	s := serveAt(t, data, anyPort, "-nats", urls[0], "-replicas", "3", "-example")
	defer s.stop()
	isDone(t, shell(t, data, s.curl))
	for _, stream := range streamsOf(t, urls[1]) {
		if stream.Replicas != 3 || stream.AllowDirect {
			t.Errorf("%s has %d replicas, and direct reads: %t", stream.Name, stream.Replicas,
				stream.AllowDirect)
		}
	}
	c, err := client.Connect(urls[1], client.WithKeyFile(key))
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	witness, err := os.ReadFile(filepath.Join(data, "example.witness"))
	if err != nil {
		t.Fatal(err)
	}
	var group errgroup.Group
	group.SetLimit(4)
	const jobs = 40
	for i := range jobs {
		if i == jobs/4 {
			nodes[0].Process.Kill()
		}
		group.Go(func() error {
			job, err := c.SubmitBytes(t.Context(), exampleName, witness,
				client.WithKey(fmt.Sprint(i)), client.WithDeadline(time.Now().Add(time.Minute)))
			if err != nil {
				return err
			}
			_, err = job.Wait(t.Context())
			return err
		})
	}
	if err := group.Wait(); err != nil {
		t.Error(err, s.log)
	}
	page, err := c.Jobs(t.Context(), client.Filter{State: "done"})
	if err != nil || len(page.Jobs) != jobs+1 {
		t.Fatal(page, err)
	}
}
