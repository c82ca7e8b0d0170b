import { once } from "node:events"
import { IncomingMessage } from "node:http"
import { connect } from "node:net"
import { expect, test, vi } from "vitest"
import { startServer } from "../../emulator/node/index.ts"
import { createWorld } from "../../src/world/index.ts"
import { DESK } from "../control/desk.ts"

/** Number of one-byte chunks in the 64 KiB that Node reads from a connection at once. */
const READ_AT_ONCE = 65_536 / "1\r\nx\r\n".length

const LOGIN = [
  "POST /api/v0/login HTTP/1.1",
  "Host: localhost",
  "Content-Type: application/json",
  "Transfer-Encoding: chunked",
  "\r\n",
].join("\r\n")

const inPieces = (text: string) => `${[...text].map((letter) => `1\r\n${letter}\r\n`).join("")}0\r\n\r\n`

test("a body of very many pieces is taken a few at a time, so that others are answered meanwhile (control.md section 4)", async () => {
  const server = await startServer({ world: await createWorld({ fixture: DESK }), port: 0 })
  const { push } = IncomingMessage.prototype
  const handedOn: number[] = []
  const counted = vi.spyOn(IncomingMessage.prototype, "push").mockImplementation(function (
    this: IncomingMessage,
    ...given
  ) {
    handedOn.push(given[0]?.length ?? 0)
    return push.apply(this, given)
  })
  let turns = 0
  let isOver = false
  const turn = () => {
    if (handedOn.length > 0) turns += 1
    if (!isOver) setImmediate(turn)
  }
  turn()
  const socket = connect(Number(new URL(server.url).port), "127.0.0.1")
  try {
    const body = `{"email":"ada@desk.example","password":${" ".repeat(100_000)}"x"}`
    socket.write(LOGIN + inPieces(body))
    const [answer] = await once(socket, "data")
    expect(String(answer)).toMatch(/^HTTP\/1\.1 40[01] /)
    expect(handedOn.reduce((sum, length) => sum + length, 0)).toBe(body.length)
    expect(turns).toBeGreaterThan(body.length / READ_AT_ONCE / 2)
    expect(handedOn.length).toBeLessThan(body.length / 500)
  } finally {
    isOver = true
    counted.mockRestore()
    socket.destroy()
    await server.close({ graceMs: 0 })
  }
})
