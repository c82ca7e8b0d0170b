import { execFile } from "node:child_process"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { promisify } from "node:util"
import { describe, expect, test } from "vitest"

/** Output of a script that does not catch an error of Hexarium. */
async function printed(code: string): Promise<string> {
  const index = pathToFileURL(join("dist", "index.js")).href
  const script = `import { createWorld } from ${JSON.stringify(index)}\n${code}`
  const run = promisify(execFile)(process.execPath, ["--input-type=module", "--eval", script])
  return run.then(
    () => "",
    ({ stderr }: { stderr: string }) => stderr,
  )
}

describe("an error that nobody caught", () => {
  test.each([
    ["DomainError: unknown user x@acme.test; the world has no users", '(await createWorld()).as("x@acme.test")'],
    ["FixtureError: users: expected an array", "await createWorld({ fixture: { version: 1, users: 5 } })"],
    ["TypeError: createWorld has no option sed; did you mean seed?", "await createWorld({ sed: 1 })"],
  ])("%s", async (line, code) => {
    const text = await printed(code)
    expect(text.split("\n")).toContain(line)
    // Node prints the throwing line of Hexarium, which is in a minified file.
    expect(text.length).toBeLessThan(10_000)
  })
})
