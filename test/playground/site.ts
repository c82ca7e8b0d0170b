import { createReadStream, existsSync } from "node:fs"
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { extname } from "node:path"

const TYPES: Record<string, string> = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
}

/** A server that serves the playground's static files below a path. */
export class StaticSite {
  readonly port: number
  /** Requested paths without a file. */
  readonly missed: readonly string[]
  readonly #server: Server

  private constructor(server: Server, missed: readonly string[]) {
    this.#server = server
    this.missed = missed
    this.port = (server.address() as AddressInfo).port
  }

  /** `folder` and `below` end with a slash. */
  static async start(folder: string, below: string): Promise<StaticSite> {
    const missed: string[] = []
    const server = createServer((request, response) => {
      const [path = ""] = (request.url ?? "").split("?")
      const file = path.startsWith(below) ? folder + (path.slice(below.length) || "index.html") : ""
      if (request.method !== "GET" || !existsSync(file)) {
        missed.push(`${request.method} ${path}`)
        return response.writeHead(404).end()
      }
      response.writeHead(200, { "content-type": TYPES[extname(file)] ?? "text/plain" })
      return createReadStream(file).pipe(response)
    })
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
    return new StaticSite(server, missed)
  }

  stop(): void {
    this.#server.close()
    this.#server.closeAllConnections()
  }
}
