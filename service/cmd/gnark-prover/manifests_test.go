package main

import (
	"fmt"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/gnark-accel/gnark-accel/service/internal/folder"
	"go.yaml.in/yaml/v2"
)

// The fields of Kubernetes that the manifests may have, with their types. Other fields fail the
// test, and so do fields that are there twice.
type (
	manifest struct {
		APIVersion string `yaml:"apiVersion"`
		Kind       string
		Metadata   metadata
		Spec       spec
	}
	metadata struct {
		Name                string
		Labels, Annotations map[string]string
	}
	spec struct { // of a Service, a StatefulSet, a Deployment or a ScaledObject
		Selector    map[string]any
		Ports       []servicePort
		ServiceName string `yaml:"serviceName"`
		Replicas    int
		Strategy    map[string]any
		Template    struct {
			Metadata metadata
			Spec     pod
		}
		VolumeClaimTemplates []claim `yaml:"volumeClaimTemplates"`

		ScaleTargetRef  struct{ Name string } `yaml:"scaleTargetRef"`
		MinReplicaCount int                   `yaml:"minReplicaCount"`
		MaxReplicaCount int                   `yaml:"maxReplicaCount"`
		PollingInterval int                   `yaml:"pollingInterval"`
		CooldownPeriod  int                   `yaml:"cooldownPeriod"`
		Advanced        struct {
			HorizontalPodAutoscalerConfig struct {
				Behavior struct {
					ScaleDown struct {
						Window int `yaml:"stabilizationWindowSeconds"`
					} `yaml:"scaleDown"`
				}
			} `yaml:"horizontalPodAutoscalerConfig"`
		}
		Triggers []struct {
			Type     string
			Metadata map[string]string
		}
	}
	servicePort struct {
		Name       string
		Port       int
		TargetPort string `yaml:"targetPort"`
	}
	claim struct {
		Metadata metadata
		Spec     struct {
			AccessModes []string `yaml:"accessModes"`
			Resources   resources
		}
	}
	pod struct {
		Automount       bool `yaml:"automountServiceAccountToken"`
		Grace           int  `yaml:"terminationGracePeriodSeconds"`
		SecurityContext struct {
			RunAsNonRoot   bool                  `yaml:"runAsNonRoot"`
			RunAsUser      int                   `yaml:"runAsUser"`
			RunAsGroup     int                   `yaml:"runAsGroup"`
			FSGroup        int                   `yaml:"fsGroup"`
			SeccompProfile struct{ Type string } `yaml:"seccompProfile"`
		} `yaml:"securityContext"`
		InitContainers []container `yaml:"initContainers"`
		Containers     []container
		Volumes        []struct {
			Name   string
			Secret struct {
				SecretName string `yaml:"secretName"`
			}
			EmptyDir struct {
				Medium    string
				SizeLimit string `yaml:"sizeLimit"`
			} `yaml:"emptyDir"`
		}
	}
	container struct {
		Name, Image     string
		Command, Args   []string
		Ports           []containerPort
		StartupProbe    probe `yaml:"startupProbe"`
		LivenessProbe   probe `yaml:"livenessProbe"`
		ReadinessProbe  probe `yaml:"readinessProbe"`
		Resources       resources
		SecurityContext struct {
			Escalation   bool `yaml:"allowPrivilegeEscalation"`
			ReadOnly     bool `yaml:"readOnlyRootFilesystem"`
			Capabilities struct{ Drop []string }
		} `yaml:"securityContext"`
		VolumeMounts []struct {
			Name      string
			MountPath string `yaml:"mountPath"`
			ReadOnly  bool   `yaml:"readOnly"`
		} `yaml:"volumeMounts"`
	}
	containerPort struct {
		Name string
		Port int `yaml:"containerPort"`
	}
	probe struct {
		HTTPGet             struct{ Path, Port string } `yaml:"httpGet"`
		InitialDelaySeconds int                         `yaml:"initialDelaySeconds"`
		PeriodSeconds       int                         `yaml:"periodSeconds"`
		TimeoutSeconds      int                         `yaml:"timeoutSeconds"`
		FailureThreshold    int                         `yaml:"failureThreshold"`
	}
	resources struct{ Requests, Limits map[string]string }
)

// manifests reads all manifests, by their kinds.
func manifests(t *testing.T) map[string]manifest {
	t.Helper()
	all := map[string]manifest{}
	for _, file := range []string{"server.yaml", "worker.yaml", "autoscaling.yaml"} {
		text := deployed(t, filepath.Join("kubernetes", file))
		for document := range strings.SplitSeq(text, "\n---\n") {
			var m manifest
			if err := yaml.UnmarshalStrict([]byte(document), &m); err != nil {
				t.Fatalf("%s: %v", file, err)
			}
			all[m.Kind+" "+m.APIVersion] = m
		}
	}
	return all
}

// TestManifests holds the manifests to the program's flags and files, and to each other.
func TestManifests(t *testing.T) {
	all := manifests(t)
	service, server := all["Service v1"], all["StatefulSet apps/v1"]
	work, scaled := all["Deployment apps/v1"], all["ScaledObject keda.sh/v1alpha1"]
	if len(all) != 4 {
		t.Fatalf("there are %d kinds", len(all))
	}
	serve := pods(t, server, "serve")
	port := func(flag string) string { return serve(flag)[strings.LastIndex(serve(flag), ":")+1:] }
	url := fmt.Sprintf("nats://%s:%d", service.Metadata.Name, service.Spec.Ports[0].Port)
	worker := pods(t, work, "worker")
	labelled := fmt.Sprint(server.Spec.Template.Metadata.Labels)
	claimed := server.Spec.VolumeClaimTemplates[0].Metadata.Name
	scaling := scaled.Spec.Triggers[0]
	for got, want := range map[string]string{
		serve("prove"):                              "false",
		worker("nats"):                              url,
		worker("require-gpu"):                       "true",
		fmt.Sprint(service.Spec.Ports[0]):           "{nats " + port("listen") + " nats}",
		fmt.Sprint(service.Spec.Ports[1]):           "{http " + port("http") + " http}",
		scaled.Spec.ScaleTargetRef.Name:             work.Metadata.Name,
		scaling.Type:                                "prometheus",
		scaling.Metadata["query"]:                   "max(gnark_prover_unended_jobs)",
		fmt.Sprint(service.Spec.Selector):           labelled,
		mountOf(server.Spec.Template.Spec, claimed): path.Join(home(t), folder.StoreFolder),
	} {
		if got != want {
			t.Errorf("the manifests have %s, not %s", got, want)
		}
	}
	gpus := work.Spec.Template.Spec.Containers[0].Resources.Limits["nvidia.com/gpu"]
	if grace := work.Spec.Template.Spec.Grace; grace < 600 || gpus != "1" {
		t.Errorf("a worker has %s GPUs, and %d seconds for its proofs", gpus, grace)
	}
	if program, err := exec.LookPath("kubernetes-validate"); err == nil { // of PyPI
		out, err := exec.CommandContext(t.Context(), program, "--strict",
			"../../deploy/kubernetes/server.yaml", "../../deploy/kubernetes/worker.yaml").
			CombinedOutput()
		if err != nil {
			t.Errorf("%v: %s", err, out)
		}
	}
}

// home is the folder of the service in the image.
func home(t *testing.T) string {
	t.Helper()
	return match(t, deployed(t, "Dockerfile"), `(?m)^ENV GNARK_PROVER_FOLDER=(.*)$`)[0]
}

func mountOf(p pod, volume string) string {
	for _, mount := range p.Containers[0].VolumeMounts {
		if mount.Name == volume {
			return mount.MountPath
		}
	}
	return ""
}

// pods checks the pods of a manifest: who they are, their probes, and the files of the Secret. It
// returns the flags of the command.
func pods(t *testing.T, m manifest, command string) func(name string) string {
	t.Helper()
	p, labels := m.Spec.Template.Spec, m.Spec.Template.Metadata
	main, init := p.Containers[0], p.InitContainers[0]
	flags := parsed(t, command, strings.Join(main.Args[1:], " "))
	user := match(t, deployed(t, "Dockerfile"), `(?m)^USER (\d+)$`)[0]
	copied := fmt.Sprintf("[install -m 600 /secret/%s /secret/%s %s/]", folder.KeyFile,
		folder.TenantsFile, home(t))
	metrics := flags("metrics")[strings.LastIndex(flags("metrics"), ":")+1:]
	labelled, copies := fmt.Sprint(labels.Labels), fmt.Sprint(init.Command)
	for got, want := range map[string]string{
		main.Args[0]: command, main.Image: init.Image, copies: copied,
		fmt.Sprint(m.Spec.Selector["matchLabels"]): labelled,
		labels.Annotations["prometheus.io/port"]:   metrics,
		fmt.Sprint(p.SecurityContext.RunAsUser):    user,
		fmt.Sprint(p.SecurityContext.FSGroup):      user,
		mountOf(p, "folder"):                       home(t),
		mountOf(p, "temporary"):                    "/tmp",
		main.LivenessProbe.HTTPGet.Path:            "/healthz",
		main.ReadinessProbe.HTTPGet.Path:           "/readyz",
		main.LivenessProbe.HTTPGet.Port:            "metrics",
		main.ReadinessProbe.HTTPGet.Port:           "metrics",
	} {
		if got != want {
			t.Errorf("%s: %s, not %s", m.Kind, got, want)
		}
	}
	number := 0
	fmt.Sscan(metrics, &number)
	if !slices.Contains(main.Ports, containerPort{"metrics", number}) {
		t.Errorf("%s: the ports %v lack %s", m.Kind, main.Ports, metrics)
	}
	return flags
}

// TestIgnored: what git ignores goes into no image.
func TestIgnored(t *testing.T) {
	docker := strings.Split(deployed(t, "../../.dockerignore"), "\n")
	for line := range strings.SplitSeq(strings.TrimSpace(deployed(t, "../../.gitignore")), "\n") {
		want := strings.Trim(line, "/")
		if !strings.HasPrefix(line, "/") {
			want = "**/" + want
		}
		if !slices.Contains(docker, want) {
			t.Errorf(".dockerignore lacks %s", want)
		}
	}
}
