package main

import (
	"crypto/tls"
	"errors"
)

// errCertificate: a certificate was given without its key, or a key without its certificate.
var errCertificate = errors.New("give -tls-cert and -tls-key together")

// certificates reads a certificate with its key. It returns nil if neither is given.
func certificates(certificate, key string) (*tls.Config, error) {
	if certificate == "" && key == "" {
		return nil, nil
	}
	if certificate == "" || key == "" {
		return nil, errCertificate
	}
	pair, err := tls.LoadX509KeyPair(certificate, key)
	if err != nil {
		return nil, err
	}
	return &tls.Config{Certificates: []tls.Certificate{pair}, MinVersion: tls.VersionTLS12}, nil
}
