import { subscribe, unsubscribe } from "node:diagnostics_channel"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { networkInterfaces } from "node:os"
import { afterEach, beforeEach, describe, expect, test } from "vitest"
import { httpWebhooks } from "../../emulator/adapters/webhooks.ts"
import { webhooksContract } from "../ports/webhooks-contract.ts"

const hasIpv6 = Object.values(networkInterfaces()).some((list) => list?.some(({ address }) => address === "::1"))
const reachable = (hosts: readonly string[]) => hosts.filter((host) => hasIpv6 || !host.startsWith("["))

/** A server on all addresses of the machine. It responds with the status in the path and stores what it receives. */
async function listen() {
  const received: unknown[] = []
  const headers: NodeJS.Dict<string | string[]>[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    received.push(JSON.parse(Buffer.concat(chunks).toString()))
    headers.push(request.headers)
    if (request.url === "/never") return
    response.writeHead(Number(request.url?.slice(1)), { location: "/200" }).end()
  })
  await new Promise<void>((resolve) => void server.listen(0, resolve))
  const { port } = server.address() as AddressInfo
  const dispose = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  return { received, headers, port, dispose }
}

webhooksContract("HTTP", async () => {
  const { port, received, dispose } = await listen()
  const dead = await listen()
  await dead.dispose()
  return {
    webhooks: httpWebhooks(),
    urlAnswering: (status) => `http://localhost:${port}/${status}`,
    deadUrl: `http://127.0.0.1:${dead.port}/200`,
    received: () => received,
    dispose,
  }
})

describe("webhooks", () => {
  let target: Awaited<ReturnType<typeof listen>>

  beforeEach(async () => {
    target = await listen()
  })

  afterEach(() => target.dispose())

  const failure = async (sent: Promise<number>): Promise<string> =>
    sent.then(String, (error: Error) => `rejected: ${error.message}`)

  test("requests are sent some at a time, in order, and at most 64 KiB of responses are read ahead", async () => {
    let open = 0
    let most = 0
    let sent = 0
    const arrived: number[] = []
    const server = createServer(async (request, response) => {
      open += 1
      most = Math.max(most, open)
      for await (const chunk of request) arrived.push(Number(String(chunk)))
      response.writeHead(200)
      const part = Buffer.alloc(65_536)
      const go = () => {
        while (!response.destroyed && sent < 1e9) {
          sent += part.length
          if (!response.write(part)) return void response.once("drain", go)
        }
      }
      response.on("close", () => {
        open -= 1
      })
      go()
    })
    await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve))
    const { port } = server.address() as AddressInfo
    const { post } = httpWebhooks()
    const all = await Promise.all(Array.from({ length: 200 }, (_, at) => post(`http://127.0.0.1:${port}/`, at)))
    expect(new Set(all)).toEqual(new Set([200]))
    expect(most).toBeLessThanOrEqual(2 * 64)
    expect(arrived.toSorted((left, right) => left - right)).toEqual(all.map((_, at) => at))
    // Each connection has buffers. Without a bound, a gigabyte would be sent.
    expect(sent).toBeLessThan(1e9)
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })

  test("beyond ten thousand that wait are refused", async () => {
    const { post } = httpWebhooks({ timeoutMs: 1 })
    const all = Array.from({ length: 10_100 }, () => failure(post(`http://127.0.0.1:${target.port}/200`, 1)))
    expect((await all.at(-1)) ?? "").toContain("more than 10000 webhooks are waiting to be sent")
    expect(await all[9000]).not.toContain("waiting to be sent")
  })

  test("report an error if nobody listens at any address of a name", async () => {
    await target.dispose()
    const refused = await failure(httpWebhooks().post(`http://localhost:${target.port}/200`, {}))
    expect(refused).toContain(`ECONNREFUSED 127.0.0.1:${target.port}`)
    target = await listen()
  })

  test("are JSON, and say so", async () => {
    await httpWebhooks().post(`http://127.0.0.1:${target.port}/200`, { data: 1 })
    expect(target.headers[0]).toMatchObject({ "content-type": "application/json; charset=utf-8", connection: "close" })
  })

  // On this machine, 0.0.0.0 and :: lead to this server, so a sent request would arrive.
  test.each(reachable(["0.0.0.0", "[::]", "[::ffff:0.0.0.0]", "0", "0x0"]))(
    "an address outside the loopback is not called: %s",
    async (host) => {
      const sent = await failure(httpWebhooks().post(`http://${host}:${target.port}/200`, {}))
      expect(sent).toMatch(/^rejected: .*is not a loopback address/)
      expect(target.received).toEqual([])
    },
  )

  test("a name that is not the loopback's is not even looked up", async () => {
    const lookedUp: unknown[] = []
    const onSocket = (message: unknown) => void lookedUp.push(message)
    subscribe("net.client.socket", onSocket)
    for (const host of [
      "hook.test",
      "localhost.hook.test",
      "notlocalhost",
      "10.0.0.1",
      "169.254.169.254",
      "[fe80::1]",
    ]) {
      const sent = await failure(httpWebhooks().post(`http://${host}:${target.port}/200`, {}))
      expect([host, sent]).toEqual([host, expect.stringContaining("is not a loopback address")])
    }
    unsubscribe("net.client.socket", onSocket)
    expect([lookedUp, target.received]).toEqual([[], []])
  })

  test("all of 127.0.0.0/8 and ::1 are the loopback, in every spelling", async () => {
    const spellings = ["127.0.0.1", "127.1", "2130706433", "0x7f000001", "[::1]", "[0:0:0:0:0:0:0:1]"]
    for (const host of reachable([...spellings, "localhost", "LOCALHOST.", "hook.localhost"])) {
      expect([host, await failure(httpWebhooks().post(`http://${host}:${target.port}/200`, {}))]).toEqual([host, "200"])
    }
  })

  test("a server that listens on the other family's loopback is found as localhost, too", async () => {
    const received: unknown[] = []
    const server = createServer((_request, response) => {
      received.push(1)
      response.writeHead(200).end()
    })
    await new Promise<void>((resolve) => void server.listen(0, hasIpv6 ? "::1" : "127.0.0.1", resolve))
    const { port } = server.address() as AddressInfo
    expect(await httpWebhooks().post(`http://localhost:${port}/`, {})).toBe(200)
    await new Promise((resolve) => server.close(resolve))
    expect(received).toHaveLength(1)
  })

  test("reach any address with --allow-outbound", async () => {
    expect(await httpWebhooks({ allowOutbound: true }).post(`http://0.0.0.0:${target.port}/200`, {})).toBe(200)
    expect(await httpWebhooks({ allowOutbound: true }).post(`http://localhost:${target.port}/201`, {})).toBe(201)
  })

  test("a redirect is not followed", async () => {
    expect(await httpWebhooks().post(`http://127.0.0.1:${target.port}/302`, {})).toBe(302)
    expect(target.received).toHaveLength(1)
  })

  test("a missing response in time is a failure", async () => {
    const webhooks = httpWebhooks({ timeoutMs: 50 })
    expect(await failure(webhooks.post(`http://127.0.0.1:${target.port}/never`, {}))).toBe(
      "rejected: the receiver did not respond within 50 ms",
    )
  })

  test.each(["", "hook", "ftp://127.0.0.1/", "file:///etc/passwd", "http://"])("refuse the target %s", async (url) => {
    expect(await failure(httpWebhooks().post(url, {}))).toMatch(/^rejected: expected an http or https URL/)
  })
})
