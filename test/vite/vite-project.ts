import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createServer, type InlineConfig, type ViteDevServer } from "vite"
import { afterEach, beforeEach } from "vitest"
import { type HexariumPluginOptions, hexarium } from "../../emulator/vite/index.ts"

/** A fixture with one user, whose token is `ada-token`, and one order. */
export const SHOP = `version: 1
clock: { mode: frozen, now: "2026-01-05T09:00:00Z" }
users: [{ email: ada@shop.test, username: Ada, password: correct-horse-1, token: ada-token }]
workspaces:
  - name: Shop
    admins: [ada@shop.test]
    group: { group_id: ALL, name: All, members: [ada@shop.test] }
    applications:
      - application_id: SHOP
        name: Shop
        roles: [{ role_id: ADMIN, name: Admin, users: [ada@shop.test] }]
        datastores:
          - datastore_id: Orders
            name: Orders
            fields: { Title: { name: Title, dataType: text, as_title: true } }
            actions: { Create: { crud_type: "1", default: true } }
            items: [{ values: { Title: First } }]
`

export const ADA = { authorization: "Bearer ada-token" }

export const urlOf = (server: Pick<ViteDevServer, "httpServer">): string => {
  const address = server.httpServer?.address()
  if (typeof address !== "object" || address === null) throw new Error("the server does not listen")
  return `http://localhost:${address.port}`
}

/** A Vite project with a page and a fixture, in a folder of its own for each test. */
export class ViteProject {
  root = ""
  /** Run after the test. */
  readonly closing: (() => Promise<unknown>)[] = []

  configOf(options: HexariumPluginOptions, more: InlineConfig = {}): InlineConfig {
    return {
      root: this.root,
      configFile: false,
      logLevel: "silent",
      cacheDir: join(this.root, ".vite"),
      ...more,
      server: { port: 0, ...more.server },
      plugins: [hexarium(options), ...(more.plugins ?? [])],
    }
  }

  async open(options: HexariumPluginOptions, more?: InlineConfig) {
    const server = await createServer(this.configOf(options, more))
    this.closing.push(() => server.close())
    await server.listen()
    return { server, url: urlOf(server) }
  }
}

export function useViteProject(): ViteProject {
  const project = new ViteProject()
  beforeEach(async () => {
    project.root = await mkdtemp(join(tmpdir(), "hexarium-vite-"))
    await writeFile(join(project.root, "shop.yaml"), SHOP)
    await writeFile(
      join(project.root, "index.html"),
      '<!doctype html><title>App</title><script type="module" src="/main.js"></script>',
    )
    await writeFile(join(project.root, "main.js"), 'document.title = "started"\n')
  })
  afterEach(async () => {
    for (const close of project.closing.splice(0)) await close()
    await rm(project.root, { recursive: true, force: true })
  })
  return project
}
