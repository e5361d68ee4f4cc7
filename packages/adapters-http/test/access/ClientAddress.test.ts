import { Effect, Stream } from "effect"
import { assert, it } from "vitest"
import { clientAddress } from "../../src/access/ClientAddress.ts"

const from = (remoteAddress: string, forwardedFor?: string) => ({
  method: "GET",
  path: "/",
  query: "",
  headers: { "x-forwarded-for": forwardedFor },
  remoteAddress,
  readBody: () => Effect.succeed(new Uint8Array()),
  streamBody: () => Stream.empty
})

const proxies = ["10.0.0.0/8", "fd00::/8"]

it.each([
  ["without proxies it is the socket's", from("203.0.113.1", "198.51.100.1"), [], "203.0.113.1"],
  ["a stranger's header is not read", from("203.0.113.1", "198.51.100.1"), proxies, "203.0.113.1"],
  ["a proxy's last entry is the client", from("10.0.0.1", "198.51.100.1"), proxies, "198.51.100.1"],
  ["what the client wrote is skipped", from("10.0.0.1", "127.0.0.1, 198.51.100.1"), proxies, "198.51.100.1"],
  [
    "proxies in between are skipped",
    from("fd00::1", "198.51.100.1, 10.1.1.1,fd00::2"),
    proxies,
    "198.51.100.1"
  ],
  ["a mapped proxy is a proxy", from("::ffff:10.0.0.1", "198.51.100.1"), proxies, "198.51.100.1"],
  ["a port is not part of it", from("10.0.0.1", "198.51.100.1:4711"), proxies, "198.51.100.1"],
  ["nor are brackets", from("10.0.0.1", "[2001:db8::1]:4711"), proxies, "2001:db8::1"],
  ["only proxies: the farthest", from("10.0.0.1", "10.0.0.9, 10.0.0.8"), proxies, "10.0.0.9"],
  ["no header: the proxy itself", from("10.0.0.1"), proxies, "10.0.0.1"],
  ["empty entries are no hops", from("10.0.0.1", " , 198.51.100.1, "), proxies, "198.51.100.1"],
  ["nonsense is nobody's address", from("10.0.0.1", "198.51.100.1, unknown"), proxies, "unknown"]
] as const)("%s", (_name, request, trusted, expected) => {
  assert.strictEqual(clientAddress(request, trusted), expected)
})
