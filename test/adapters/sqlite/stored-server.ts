import { type ChildProcess, spawn } from "node:child_process"
import { join } from "node:path"

export const CLI = join(import.meta.dirname, "../../../dist/cli.js")

export interface Ended {
  readonly code: number | null
  readonly out: string
  readonly err: string
}

/** Runs the built command line and waits for its end. */
export function run(folder: string, ...args: readonly string[]): Promise<Ended> {
  return begin(folder, args).ended
}

/** Starts the built command line. */
export function begin(folder: string, args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const child = spawn(process.execPath, [CLI, ...args], { cwd: folder, env: { PATH: process.env.PATH, ...env } })
  let out = ""
  let err = ""
  child.stdout.on("data", (chunk) => {
    out += chunk
  })
  child.stderr.on("data", (chunk) => {
    err += chunk
  })
  const ended = new Promise<Ended>((resolve) => child.on("close", (code) => resolve({ code, out, err })))
  return { child, ended }
}

export interface StoredServer {
  readonly url: string
  readonly child: ChildProcess
  /** Sends a request to the control plane. */
  ask<T = Readonly<Record<string, unknown>>>(method: string, path: string, body?: unknown): Promise<T>
  /** Sends a request to the API as a user of the fixture. */
  api(path: string, body: unknown, token?: string): Promise<{ readonly status: number; readonly body: never }>
  /** Stops the server as Ctrl+C does, or as a power failure does. */
  stop(signal?: "SIGTERM" | "SIGKILL"): Promise<Ended>
}

/** Starts the built command line as a server on a free port. */
export const serve = (folder: string, ...args: readonly string[]): Promise<StoredServer> => serveWith({}, folder, args)

/** Starts the server with additional environment variables. */
export async function serveWith(
  env: Readonly<Record<string, string>>,
  folder: string,
  args: readonly string[],
): Promise<StoredServer> {
  const { child, ended } = begin(folder, ["start", ...args, "--port", "0", "--log", "json"], env)
  const url = await new Promise<string>((resolve, reject) => {
    let text = ""
    child.stdout.on("data", (chunk) => {
      text += chunk
      const found = /"url":"([^"]+)"/.exec(text)?.[1]
      if (found !== undefined) resolve(found)
    })
    void ended.then(({ err }) => reject(new Error(err)))
  })
  const headers = { "content-type": "application/json", "x-hexarium": "1" }
  return {
    url,
    child,
    async ask(method, path, body) {
      const answer = await fetch(`${url}/_hexarium${path}`, {
        method,
        headers,
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      return (await answer.json()) as never
    },
    async api(path, body, token = "ada-token-1") {
      const answer = await fetch(url + path, {
        method: "POST",
        headers: { ...headers, authorization: `Bearer ${token}` },
        body: JSON.stringify(body),
      })
      return { status: answer.status, body: (await answer.json()) as never }
    },
    stop(signal = "SIGTERM") {
      child.kill(signal)
      return ended
    },
  }
}
