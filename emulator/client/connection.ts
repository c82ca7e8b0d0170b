/** The server or app that a client calls. */
export interface Connection {
  /** An app in this process (`createApp`) to call instead of a server. */
  readonly app?: {
    /** Responds to a request as a server would. */
    fetch(request: Request): Response | Promise<Response>
  }
  /** Function to use instead of the global `fetch`. */
  readonly fetch?: (request: Request) => Promise<Response>
}

/** Sends a request. If the connection fails, the error names the operation and the address. */
export async function send(
  { app, fetch: own = fetch }: Connection,
  request: Request,
  name: string,
  address: string,
): Promise<Response> {
  if (app !== undefined) return app.fetch(request)
  try {
    return await own(request)
  } catch (error) {
    if (request.signal.aborted || !(error instanceof TypeError)) throw error
    const { cause = error } = error
    throw new TypeError(`${name}: no server responds at ${address}; start a server with hexarium start`, { cause })
  }
}

/** Reads a response's body: JSON is parsed, any other type is returned as text. */
export async function readAny(response: Response): Promise<unknown> {
  const text = await response.text()
  const isJson = response.headers.get("content-type")?.includes("json") ?? false
  return isJson ? JSON.parse(text) : text
}

export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null

/** Throws for unknown options. The engine's check is not imported, because it would enlarge the client. */
export function requireOwnOptions(where: string, options: object, known: readonly string[]): void {
  const unknown = Object.keys(options).find((name) => !known.includes(name))
  if (unknown !== undefined)
    throw new TypeError(`${where} has no option ${unknown}; the options are ${known.join(", ")}`)
}

export function requireUrl(where: string, url: string): void {
  if (/^https?:\/\/[^/]/.test(url)) return
  throw new TypeError(`${where}: expected a URL such as http://127.0.0.1:7575, received ${JSON.stringify(url)}`)
}

/** Decodes percent escapes. Returns undefined for a text with invalid escapes. */
export function decodeEscapes(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
