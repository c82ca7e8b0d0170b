import type { Readable } from "node:stream"
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js"
import type { JSONRPCMessage } from "@modelcontextprotocol/sdk/types.js"
import { MAX_JSON_BYTES } from "../../api/http/limits.ts"
import { BoundedLines } from "./bounded-lines.ts"

const MIB = 1_048_576

/** The longest line that is read: the largest JSON body of an operation, and what stands around it. */
const MAX_LINE_BYTES = MAX_JSON_BYTES + MIB

/** What JSON-RPC 2.0 calls what can't be read, and what is JSON but no message. */
const PARSE_ERROR = -32700
const INVALID_REQUEST = -32600

export interface StdioEnds {
  readonly input: Readable
  out(text: string): void
  /** Reads a message; throws where the JSON is none. */
  readMessage(json: unknown): JSONRPCMessage
}

/**
 * Messages of the Model Context Protocol, each a line. A line that is none is refused, and the next one is read: the SDK's own transport
 * joins what it has with each part that comes, and closes at 10 MiB.
 */
export class StdioTransport implements Transport {
  onclose?: () => void
  onerror?: (error: Error) => void
  onmessage?: (message: JSONRPCMessage) => void
  readonly #ends: StdioEnds
  readonly #lines = new BoundedLines(MAX_LINE_BYTES, {
    line: (text) => this.#read(text),
    tooLong: () => this.#refuse(PARSE_ERROR, `a message is longer than ${MAX_LINE_BYTES / MIB} MiB`),
  })

  constructor(ends: StdioEnds) {
    this.#ends = ends
  }

  async start(): Promise<void> {
    this.#ends.input.on("data", this.#take)
    this.#ends.input.on("error", this.#fail)
  }

  async send(message: JSONRPCMessage): Promise<void> {
    this.#ends.out(`${JSON.stringify(message)}\n`)
  }

  async close(): Promise<void> {
    const { input } = this.#ends
    input.off("data", this.#take)
    input.off("error", this.#fail)
    input.pause()
    this.onclose?.()
  }

  readonly #take = (chunk: Buffer): void => this.#lines.take(chunk)

  readonly #fail = (error: Error): void => this.onerror?.(error)

  #read(line: string): void {
    if (line.trim() === "") return
    const json = attempt(() => JSON.parse(line) as unknown)
    const message = json && attempt(() => this.#ends.readMessage(json.made))
    if (message !== undefined) this.onmessage?.(message.made)
    else if (json === undefined) this.#refuse(PARSE_ERROR, "a line is no JSON")
    else this.#refuse(INVALID_REQUEST, "a line is no message of JSON-RPC 2.0")
  }

  /** Told to both sides: which request it was can't be known, so its answer names none. */
  #refuse(code: number, message: string): void {
    this.#ends.out(`${JSON.stringify({ jsonrpc: "2.0", id: null, error: { code, message } })}\n`)
    this.onerror?.(new Error(`${message}; it was refused`))
  }
}

/** What came of it, undefined where it threw. */
function attempt<T>(make: () => T): { readonly made: T } | undefined {
  try {
    return { made: make() }
  } catch {
    return undefined
  }
}
