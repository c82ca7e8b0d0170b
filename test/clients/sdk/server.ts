import { spawn } from "node:child_process"
import { once } from "node:events"
import { createInterface } from "node:readline"
import { fileURLToPath } from "node:url"
import type { TestProject } from "vitest/node"

declare module "vitest" {
  interface ProvidedContext {
    /** URL of the server, as given to `hx`. */
    readonly server: string
  }
}

/** Serves the demo on a free port during the tests. */
export default async function serveDemo(project: TestProject): Promise<() => Promise<void>> {
  const cli = fileURLToPath(new URL("../../../dist/cli.js", import.meta.url))
  const flags = ["--port", "0", "--log", "json", "--now", "2026-01-05T09:00:00Z"]
  const server = spawn(process.execPath, [cli, "start", ...flags], { stdio: ["ignore", "pipe", "inherit"] })
  const lines = createInterface({ input: server.stdout })
  const [first] = (await once(lines, "line")) as [string]
  project.provide("server", (JSON.parse(first) as { url: string }).url)
  return async () => {
    server.kill()
    await once(server, "exit")
  }
}
