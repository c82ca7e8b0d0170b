import { mkdtemp, readdir, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, expect, test } from "vitest"
import { Built } from "./built.ts"

/** The commands of schema-tools, as they are built: a served copy of a served world responds to a recording equally. */

let builtCommand: Built

beforeAll(async () => {
  builtCommand = new Built(await mkdtemp(join(tmpdir(), "hexarium-")))
})
afterAll(async () => {
  builtCommand.end()
  await rm(builtCommand.folder, { recursive: true, force: true })
})

test("pull writes a fixture that check accepts and that compare finds equal to its source", async () => {
  const source = await builtCommand.start()
  const pulled = await builtCommand.run("pull", "--from", source.url, "--token", "demo-ben", "-o", "my.yaml")
  expect(pulled).toMatchObject({ code: 0 })
  expect(await builtCommand.run("check", "my.yaml")).toMatchObject({ code: 0 })

  const recorder = builtCommand.begin(["record", "--upstream", source.url, "--port", "0", "-o", "traffic.har"])
  const proxy = /http:\/\/127\.0\.0\.1:\d+/.exec(
    (await recorder.said(/as the base URL/)).replaceAll(source.url, ""),
  )?.[0]
  for (const path of ["userinfo", "grouptree"]) {
    const response = await fetch(`${proxy}/api/v0/${path}`, { headers: { authorization: "Bearer demo-ben" } })
    expect([path, response.status]).toEqual([path, 200])
    await response.text()
  }
  recorder.child.kill("SIGTERM")
  await recorder.ended

  const ben = ["--as", "ben@nord.example"]
  expect(await builtCommand.run("compare", "traffic.har", "my.yaml", ...ben)).toMatchObject({ code: 0 })
})

test("a recording that is killed while it writes is readable, and compares", async () => {
  const source = await builtCommand.start()
  const recorder = builtCommand.begin(["record", "--upstream", source.url, "--port", "0", "-o", "killed.har"])
  const said = (await recorder.said(/as the base URL/)).replaceAll(source.url, "")
  const proxy = /http:\/\/127\.0\.0\.1:\d+/.exec(said)?.[0]
  const headers = { authorization: "Bearer demo-ben" }
  let done = 0
  const load = async () => {
    for (;;) {
      const response = await fetch(`${proxy}/api/v0/userinfo`, { headers }).catch(() => undefined)
      if (response === undefined) return
      await response.text().catch(() => "")
      done += 1
      if (done === 200) recorder.child.kill("SIGKILL")
    }
  }
  await Promise.all([load(), load(), load(), load()])
  await recorder.ended
  const { code, out } = await builtCommand.run("compare", "killed.har", "--as", "ben@nord.example")
  expect([code, out]).toEqual([0, expect.stringMatching(/^compared \d{3} requests: no differences\n$/)])
})

test("a refused token is one line and leaves no file", async () => {
  const { url } = await builtCommand.start()
  const { code, err } = await builtCommand.run("pull", "--from", url, "--token", "nobody-has-it", "-o", "none.yaml")
  expect([code, err.trim().split("\n")]).toEqual([1, [expect.stringMatching(/token/)]])
  expect(err).not.toContain("nobody-has-it")
  expect((await readdir(builtCommand.folder)).filter((name) => name.startsWith("none"))).toEqual([])
})
