import { describe, expect, test } from "vitest"
import { hostGuard, urlHost } from "../../emulator/api/index.ts"
import { OUR_HOSTS, STRANGE_HOSTS } from "../safety/hosts.ts"

const hosts = hostGuard(["example.test", "[fe80::1]"])

describe("control.md section 4: hosts a server may be called by", () => {
  test.each(OUR_HOSTS)("%s is served", (host) => expect(hosts.allowsHost(host)).toBe(true))

  test.each(STRANGE_HOSTS)("%j is refused", (host) => expect(hosts.allowsHost(host)).toBe(false))
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
