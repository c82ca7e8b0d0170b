import { type ChildProcess, spawn } from "node:child_process"
import { fileURLToPath } from "node:url"

const CLI = fileURLToPath(new URL("../../dist/cli.js", import.meta.url))
/** Folder of compiled code, which all tests share. Compiling takes a third of the processor time of a start. */
export const CODE_CACHE = fileURLToPath(new URL("../../.cache/tests", import.meta.url))

export interface Ended {
  readonly code: number | null
  readonly out: string
  readonly err: string
}

/** The built command line, run in its own folder with its own home and notes of running servers. */
export class Built {
  readonly folder: string
  readonly #env: Record<string, string>
  readonly #running: ChildProcess[] = []

  constructor(folder: string, env: Record<string, string> = {}) {
    this.folder = folder
    this.#env = { XDG_CACHE_HOME: CODE_CACHE, XDG_RUNTIME_DIR: folder, ...env }
  }

  /** Starts a run. `said` resolves when the output contains a text or the run has ended. */
  begin(args: readonly string[], env: Record<string, string> = {}) {
    const child = spawn(process.execPath, [CLI, ...args], {
      cwd: this.folder,
      env: { PATH: process.env.PATH ?? "", HOME: this.folder, ...this.#env, ...env },
    })
    this.#running.push(child)
    let out = ""
    let err = ""
    let wake = () => {}
    child.stdout.on("data", (chunk) => {
      out += chunk
      wake()
    })
    child.stderr.on("data", (chunk) => {
      err += chunk
      wake()
    })
    const ended = new Promise<Ended>((resolve) =>
      child.on("close", (code) => {
        resolve({ code, out, err })
        wake()
      }),
    )
    const said = async (text: string | RegExp): Promise<string> => {
      const isSaid = () => (typeof text === "string" ? (out + err).includes(text) : text.test(out + err))
      while (!isSaid() && child.exitCode === null) {
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      }
      return out + err
    }
    return { child, ended, said }
  }

  /** Runs the command line and waits for its end. */
  run(...args: string[]): Promise<Ended> {
    return this.begin(args).ended
  }

  /** Starts a server that responds at `url`. */
  async start(...args: string[]) {
    const server = this.begin(["start", "--port", "0", "--log", "json", ...args])
    const { url } = JSON.parse((await server.said("\n")).split("\n")[0] ?? "") as { url: string }
    return { ...server, url }
  }

  /** Ends all running processes. */
  end(): void {
    for (const child of this.#running.splice(0)) child.kill("SIGKILL")
  }
}
