/**
 * A certificate of its own authority for this machine (localhost, 127.0.0.1, 0.0.0.0), valid for a hundred years. Its
 * key is public, so nothing but a test may trust it.
 */
export const loopbackCertificate = {
  cert: `-----BEGIN CERTIFICATE-----
MIIBuTCCAV+gAwIBAgIUP4Uy/QCLRkf1tIHFqpAjRO4+yFswCgYIKoZIzj0EAwIw
IDEeMBwGA1UEAwwVTG9vcGJhY2sgb2YgdGhlIHRlc3RzMCAXDTI2MTEyMDE2NTc1
NloYDzIxMjYxMDI3MTY1NzU2WjAgMR4wHAYDVQQDDBVMb29wYmFjayBvZiB0aGUg
dGVzdHMwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAAS30l7Q8tUeFuwp97DkGUKy
oed/hrh5uCHsGfsM0jW5bUVugIzg5nSG/ioMSSDg+Ju7dTe+sHrUmUB++IYW75Oy
o3UwczAdBgNVHQ4EFgQUl7yxdil6q9La1Cxz1RneFEgQm4UwHwYDVR0jBBgwFoAU
l7yxdil6q9La1Cxz1RneFEgQm4UwDwYDVR0TAQH/BAUwAwEB/zAgBgNVHREEGTAX
gglsb2NhbGhvc3SHBH8AAAGHBAAAAAAwCgYIKoZIzj0EAwIDSAAwRQIhAJkj5W6W
HPY/DfkpIOSKqzvc3IvLorBhAAGpmx8k8eLMAiAdFgIJnxYbOhS5nKvAbPl+pXcW
GYqdhWgS99eHb1pg2g==
-----END CERTIFICATE-----`,
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgZFW2dmLkMxaFOeKi
5WY84VzlvC8UCDVWt5uc0X8bgmyhRANCAAS30l7Q8tUeFuwp97DkGUKyoed/hrh5
uCHsGfsM0jW5bUVugIzg5nSG/ioMSSDg+Ju7dTe+sHrUmUB++IYW75Oy
-----END PRIVATE KEY-----`
}
