import { describe, expect, test } from "vitest"
import { hostGuard, urlHost } from "../../emulator/http/hosts.ts"

const hosts = hostGuard(["example.test", "[fe80::1]"])

describe("control.md section 4: hosts a server may be called by", () => {
  test.each([
    "localhost",
    "localhost:7575",
    "LocalHost:1",
    "app.localhost",
    "a.b-c.localhost:80",
    "127.0.0.1",
    "127.0.0.1:65535",
    "127.255.255.255",
    "127.1.2.3:8080",
    "[::1]",
    "[::1]:7575",
    "example.test",
    "Example.Test:443",
    "[fe80::1]:9",
  ])("%s is served", (host) => expect(hosts.allowsHost(host)).toBe(true))

  test.each([
    "",
    " ",
    "evil.example",
    "example.test.evil.example",
    "notexample.test",
    "sub.example.test",
    "localhost.evil.example",
    "evil-localhost",
    "xlocalhost",
    ".localhost",
    "a..localhost",
    "-.localhost",
    "localhost.",
    "localhost.:80",
    "localhost:",
    "localhost:abc",
    "localhost:123456",
    "localhost:80:80",
    "localhost,evil.example",
    "evil.example,localhost",
    "localhost evil.example",
    " localhost",
    "localhost/",
    "localhost/@evil.example",
    "localhost#",
    "localhost?",
    "localhost\\",
    "localhost%00",
    "localhost\u0000",
    "user@localhost",
    "localhost@evil.example",
    "user:password@localhost",
    "http://localhost",
    "127.0.0.1.evil.example",
    "127.0.0.1.nip.io",
    "127.0.0.1@evil.example",
    "127.0.0",
    "127.1",
    "127",
    "0127.0.0.1",
    "127.0.0.01",
    "127.0.0.256",
    "127.0.0.1.",
    "1127.0.0.1",
    "0x7f.0.0.1",
    "0x7f000001",
    "2130706433",
    "017700000001",
    "128.0.0.1",
    "126.255.255.255",
    "10.0.0.1",
    "192.168.0.1",
    "169.254.169.254",
    "0.0.0.0",
    "0",
    "::1",
    "[::2]",
    "[::]",
    "[::ffff:127.0.0.1]",
    "[::1",
    "::1]",
    "[::1]evil.example",
    "[::1].evil.example",
    "[::1%25lo]",
    "ｌocalhost",
    "locаlhost",
    "localhoſt",
  ])("%j is refused", (host) => expect(hosts.allowsHost(host)).toBe(false))
})

describe("origins of pages of this machine", () => {
  test.each([
    "http://localhost",
    "https://localhost:3000",
    "http://app.localhost",
    "http://[::1]:1",
    "http://example.test",
  ])("%s is ours", (origin) => expect(hosts.allowsOrigin(origin)).toBe(true))

  test.each([
    "",
    "null",
    "http://evil.example",
    "https://localhost.evil.example",
    "http://localhost@evil.example",
    "http://localhost/",
    "file://localhost",
    "chrome-extension://localhost",
    "localhost",
    "http://",
    "http:localhost",
    "javascript:http://localhost",
  ])("%j is foreign", (origin) => expect(hosts.allowsOrigin(origin)).toBe(false))
})

test("an IPv6 address stands in brackets in a URL", () => {
  expect([urlHost("::1"), urlHost("127.0.0.1"), urlHost("[::1]")]).toEqual(["[::1]", "127.0.0.1", "[::1]"])
})
