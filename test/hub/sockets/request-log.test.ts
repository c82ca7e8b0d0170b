import { connect as connectTo } from "node:net"
import { expect, test } from "vitest"
import { createControl } from "../../../emulator/client/index.ts"
import { until } from "../../until.ts"
import { connect, greet, hubOf, start } from "./rig.ts"

test("each WebSocket is one line in the request log: connected, or refused with the reason (hub.md section 1)", async () => {
  const server = await start()
  const control = createControl({ url: server.url })
  const client = await greet(hubOf(server))
  await expect(connect(hubOf(server, "/hub?token=wrong-token"))).rejects.toThrow("status 401")
  await expect(connect(hubOf(server, "/w/nowhere/hub?token=bob-token"))).rejects.toThrow("status 404")
  const { port } = new URL(server.url)
  const socket = connectTo({ port: Number(port), host: "127.0.0.1" })
  const answered = new Promise<string>((resolve) => socket.once("data", (data) => resolve(String(data).slice(9, 12))))
  socket.write(
    "GET /hub?token=bob-token HTTP/1.1\r\nhost: localhost\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n",
  )
  expect(await answered).toBe("400")
  client.socket.close()
  await client.closed
  await until(async () => {
    const { requests } = await control.listRequests({})
    expect(
      requests.map(({ method, path, status, user, error }) => [`${status} ${method} ${path}`, user, error]),
    ).toEqual([
      ["101 GET /hub?token=***", "bob@acme.test", undefined],
      ["401 GET /hub?token=***", null, expect.stringMatching(/token/i)],
      ["404 GET /w/nowhere/hub?token=***", null, 'the world "nowhere" does not exist'],
      ["400 GET /hub?token=***", "bob@acme.test", "the request is not a valid WebSocket handshake"],
    ])
  })
})
