import { connect, type Socket } from "node:net"

export interface RequestSpec {
  readonly method: string
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

export interface Load {
  readonly requests: number
  readonly perSecond: number
  /** In milliseconds. */
  readonly p50: number
  readonly p99: number
}

const HEAD_END = Buffer.from("\r\n\r\n")
const CHUNKED_END = Buffer.from("0\r\n\r\n")

const rawRequest = ({ method, path, headers = {}, body = "" }: RequestSpec, port: number): Buffer => {
  const lines = Object.entries({
    host: `127.0.0.1:${port}`,
    ...headers,
    ...(body === "" ? {} : { "content-type": "application/json", "content-length": String(Buffer.byteLength(body)) }),
  }).map(([name, value]) => `${name}: ${value}\r\n`)
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join("")}\r\n${body}`)
}

/** Whether the bytes are one complete answer. */
function isWhole(answer: Buffer): boolean {
  const end = answer.indexOf(HEAD_END)
  if (end < 0) return false
  const head = answer.subarray(0, end).toString("latin1").toLowerCase()
  const length = /content-length: (\d+)/.exec(head)?.[1]
  if (length !== undefined) return answer.length >= end + 4 + Number(length)
  return answer.subarray(-5).equals(CHUNKED_END)
}

/** Sends requests over one connection until a time, each as soon as the previous answer has arrived. Every answer must be a 200. */
async function asks(port: number, next: () => Buffer, until: number, took: number[]): Promise<void> {
  const socket: Socket = connect({ port, host: "127.0.0.1", noDelay: true })
  await new Promise<void>((resolve, reject) => {
    let received: Buffer = Buffer.alloc(0)
    let asked = 0
    const ask = () => {
      if (performance.now() >= until) {
        socket.end()
        resolve()
        return
      }
      received = Buffer.alloc(0)
      asked = performance.now()
      socket.write(next())
    }
    socket.once("connect", ask)
    socket.once("error", reject)
    socket.on("data", (chunk: Buffer) => {
      received = received.length === 0 ? chunk : Buffer.concat([received, chunk])
      if (!isWhole(received)) return
      if (!received.subarray(0, 12).equals(Buffer.from("HTTP/1.1 200"))) {
        reject(new Error(received.subarray(0, 400).toString()))
        return
      }
      took.push(performance.now() - asked)
      ask()
    })
  })
}

/** Loads a server over several connections, each with one request in progress. */
export async function load(
  port: number,
  make: () => RequestSpec,
  { connections = 10, ms = 1_500 }: { readonly connections?: number; readonly ms?: number } = {},
): Promise<Load> {
  const took: number[] = []
  const start = performance.now()
  await Promise.all(
    Array.from({ length: connections }, () => asks(port, () => rawRequest(make(), port), start + ms, took)),
  )
  took.sort((left, right) => left - right)
  return {
    requests: took.length,
    perSecond: (took.length * 1000) / (performance.now() - start),
    p50: took[took.length >> 1] ?? 0,
    p99: took[Math.floor(took.length * 0.99)] ?? 0,
  }
}
