import { readdirSync } from "node:fs"
import { expect, test } from "vitest"
import { rows } from "../../emulator/api/index.ts"
import { demoWorld } from "./examples/demo.ts"
import { EXAMPLES } from "./examples/requests.ts"
import { runExample } from "./examples/run.ts"
import { inKebabCase } from "./kebab-case.ts"

const RECORDED_FOLDER = "../../fixtures/recorded"

const builtNames = rows.map(([name]) => name)
const demo = await demoWorld()

test("every operation that is built has an example", () => {
  expect(builtNames.filter((name) => EXAMPLES[name] === undefined)).toEqual([])
})

test.each(builtNames.filter((name) => EXAMPLES[name] !== undefined))(
  "%s is accepted as it is recorded",
  async (name) => {
    const example = await runExample(demo, name)
    for (const { status, answer, text } of [example, ...(example.elsewhere ?? [])])
      expect([200, 302], JSON.stringify(answer ?? text)).toContain(status)
    await expect(`${JSON.stringify(example, null, 2)}\n`).toMatchFileSnapshot(
      `${RECORDED_FOLDER}/${inKebabCase(name)}.json`,
    )
  },
)

test("nothing else is recorded", () => {
  const files = new Set(builtNames.map((name) => `${inKebabCase(name)}.json`))
  expect(readdirSync(new URL(RECORDED_FOLDER, import.meta.url)).filter((file) => !files.has(file))).toEqual([])
})
