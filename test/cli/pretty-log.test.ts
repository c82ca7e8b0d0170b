import { expect, test } from "vitest"
import { makeLog } from "../../emulator/cli/serve/log.ts"
import { createApp } from "../../emulator/index.ts"
import { createWorld } from "../../src/world/index.ts"
import { DESK } from "../control/desk.ts"

test("no line of a pretty log holds what a terminal would obey (control.md section 1)", async () => {
  let told = ""
  const tell = (text: string) => {
    told += text
  }
  const log = makeLog({ out: tell, err: tell, waiting: () => 0, stopWaiting: () => {}, env: {} }, "pretty")
  const app = createApp({ world: await createWorld({ fixture: DESK }) })
  log.ready({ url: "http://x", app, close: async () => {} }, undefined)
  told = ""
  const { world } = app.worlds.main
  const evil = "\u001b[2J\u009b31m\r\n\u0007\u202eevil"
  world.failureLog.add({ at: world.now, kind: "auto_action", id: "a", name: evil, error: evil })
  await app.fetch(new Request(`http://localhost/api/v0/nothing/${evil}?x=${encodeURIComponent(evil)}`))
  log.notReloaded(`first\n  second ${evil}`)
  log.bug(new Error(evil), "CreateItem")
  log.end()
  expect(told).toContain("\\u{1b}[2J")
  expect(told).toContain("first\n  second")
  expect(told.match(/[^\n\P{Cc}]|\u202e/gu)).toBeNull()
})

test('a refused request has its cause in a line below the reason (errors.md section 1, "causes")', async () => {
  let printed = ""
  const print = (text: string) => {
    printed += text
  }
  const log = makeLog({ out: print, err: print, waiting: () => 0, stopWaiting: () => {}, env: {} }, "pretty")
  const app = createApp({ world: await createWorld({ fixture: DESK }) })
  log.ready({ url: "http://x", app, close: async () => {} }, undefined)
  printed = ""
  const [{ email = "" } = {}] = DESK.users
  const body = JSON.stringify({ email, password: "not this one" })
  await app.fetch("/api/v0/login", { method: "POST", body, headers: { "content-type": "application/json" } })
  log.end()
  expect(printed).toMatch(/\n {4}.*email or password is incorrect.*\n {4}the password is not the one of /)
  expect(printed).not.toContain("not this one")
})
