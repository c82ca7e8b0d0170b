import type { Readable } from "node:stream"
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js"
import type { JSONRPCMessage } from "@modelcontextprotocol/sdk/types.js"
import { MAX_JSON_BYTES } from "../../api/index.ts"
import { BoundedLines } from "./bounded-lines.ts"

const MIB = 1_048_576

/** Maximum length of a line: the largest JSON body of an operation, plus its envelope. */
const MAX_LINE_BYTES = MAX_JSON_BYTES + MIB

/** Some programs, such as PowerShell, send a byte order mark before the first message. */
const BYTE_ORDER_MARK = /^\uFEFF/

/** Error codes of JSON-RPC 2.0. */
const PARSE_ERROR = -32700
const INVALID_REQUEST = -32600

export interface StdioEnds {
  readonly input: Readable
  out(text: string): void
  readMessage(json: unknown): JSONRPCMessage
}

/**
 * Transports messages of the Model Context Protocol, one per line, and refuses invalid lines. The SDK's own transport
 * copies its whole buffer for each chunk and closes at 10 MiB.
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

  #read(given: string): void {
    if (given.trim() === "") return
    const line = given.replace(BYTE_ORDER_MARK, "")
    const json = attempt(() => JSON.parse(line) as unknown)
    const message = json && attempt(() => this.#ends.readMessage(json.made))
    if (message !== undefined) this.onmessage?.(message.made)
    else if (line.includes("\0")) this.#refuse(PARSE_ERROR, "expected JSON in UTF-8, received UTF-16 or binary data")
    else if (json === undefined) this.#refuse(PARSE_ERROR, "expected JSON, received other text")
    else this.#refuse(INVALID_REQUEST, "expected a JSON-RPC 2.0 message, received other JSON")
  }

  /** Reports an error to the client and to this server. The ID is null, because the request's ID is unknown. */
  #refuse(code: number, message: string): void {
    this.#ends.out(`${JSON.stringify({ jsonrpc: "2.0", id: null, error: { code, message } })}\n`)
    this.onerror?.(new Error(`${message}; the line was refused`))
  }
}

function attempt<T>(make: () => T): { readonly made: T } | undefined {
  try {
    return { made: make() }
  } catch {
    return undefined
  }
}
