import { describe, expect, test } from "vitest"
import { type Actions, run } from "../../emulator/cli/program.ts"
import { readQuickStart } from "../../emulator/cli/quick-start.ts"

const words = (line: string): string[] => line.split(" ").filter((word) => word !== "")

/** What the whole command line hands to `start`. */
async function readWhole(line: string) {
  let given: unknown
  const tell = async (_io: unknown, ...args: unknown[]) => {
    given = { fixtures: args[0], flags: args[1] }
    return 0
  }
  const others = ["exec", "check", "export", "import", "openapi", "completion"]
  const actions = Object.fromEntries([["start", tell], ...others.map((name) => [name, () => {}])]) as Actions
  await run(words(line), { out: () => {}, err: () => {}, env: {} }, actions)
  return given
}

describe("the quick way to read a start", () => {
  test.each([
    "start",
    "start --port 0 --log json",
    "start a.yaml --watch b.json",
    "start --host 0.0.0.0 --public-url https://h.example/base/ --allow-host a.test --allow-host b.test,c.test",
    "start --cors-origin https://spa.example,null --clock ticking --now 2026-01-05T09:00:00Z --seed 7",
    "start --smtp smtp://localhost:1025 --allow-outbound --log silent --data world.db",
  ])("reads as the whole command line does: %s", async (line) => {
    const quick = readQuickStart(words(line), { PATH: "/bin" })
    expect(quick).toBeDefined()
    expect(quick).toEqual(await readWhole(line))
  })

  test.each([
    "",
    "exec -- x",
    "check a.yaml",
    "--help",
    "-V",
    "start --help",
    "start -h",
    "start --port=0",
    "start --seed -5",
    "start -- a.yaml",
    "start --port",
    "start --port abc",
    "start --port 1 --port 2",
    "start --clock fast",
    "start --prot 1",
    "start --output x",
  ])("leaves everything else to it: %s", (line) => {
    expect(readQuickStart(words(line), {})).toBeUndefined()
  })

  test("leaves variables to it", () => {
    expect(readQuickStart(["start"], { HEXARIUM_PORT: "0" })).toBeUndefined()
  })
})
