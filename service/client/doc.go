// Package client proves on a fleet of workers, with gnark's types.
//
//	c, err := client.Connect("nats://127.0.0.1:4222", client.WithKeyFile("service.key"))
//	digest, err := c.AddCircuit(ctx, ccs, pk, vk) // once
//	proof, err := c.Prove(ctx, digest, witness)   // was groth16.Prove(ccs, pk, witness)
//
// Submit and Job.Wait are the two halves of Prove. ProveStream proves a channel of witnesses. All
// of them go on after the connection was lost and came back.
package client
