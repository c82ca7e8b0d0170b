import { readFileSync } from "node:fs"
import { expect, test } from "vitest"
import { createWorld, type World } from "../../src/world/index.ts"

const page = readFileSync(new URL("../../docs/mail-and-people.md", import.meta.url), "utf8")

/** Returns the executable code below a heading of the page. */
function codeUnder(heading: string): (world: World) => Promise<void> {
  const section = page.split("\n## ").find((part) => part.startsWith(`${heading}\n`)) ?? ""
  const code = /```ts\n([\s\S]*?)```/.exec(section)?.[1]
  if (code === undefined) throw new Error(`no code under ${heading}`)
  const AsyncFunction = (async () => {}).constructor as new (name: string, code: string) => never
  return new AsyncFunction("world", code)
}

test("the flows of the page work as they are written, one after the other", async () => {
  const world = await createWorld({ clock: { mode: "frozen", now: "2026-01-05T09:00:00Z" } })
  for (const heading of ["Registration", "Invitation", "Forgotten password", "Change of address"]) {
    await codeUnder(heading)(world)
  }
  await expect(codeUnder("Links that elapse, lockouts that end")(world)).rejects.toThrow("id has elapsed")
  const invited = await world.mail.waitFor({ to: "bob@acme.test", kind: "invitation" })
  expect(invited.subject).toBe("You are invited to Acme")
  await expect(world.raw.public.login({ email: "robert@acme.test", password: "next" })).resolves.not.toBe("")
})
