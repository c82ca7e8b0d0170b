import { expect, test } from "vitest"
import type { RecordedExample } from "../../emulator/contract/recorded-example.ts"
import { rows } from "../../emulator/contract/table.ts"
import { demoWorld } from "./examples/demo.ts"
import { EXAMPLES } from "./examples/requests.ts"
import { runExample } from "./examples/run.ts"

const built = rows.filter(([, row]) => !row.planned)
const demo = await demoWorld()

test("every operation that is built has an example", () => {
  expect(built.filter(([name]) => EXAMPLES[name] === undefined).map(([name]) => name)).toEqual([])
})

test.each(built.map(([name]) => name).filter((name) => EXAMPLES[name] !== undefined))(
  "%s is accepted",
  async (name) => {
    const { status, answer, text } = await runExample(demo, name)
    expect([200, 302], JSON.stringify(answer ?? text)).toContain(status)
  },
)

test("the recorded examples are what the demo answers", async () => {
  const recorded: Record<string, RecordedExample> = {}
  for (const [name] of built) if (EXAMPLES[name] !== undefined) recorded[name] = await runExample(demo, name)
  await expect(sourceOf(recorded)).toMatchFileSnapshot("../../emulator/contract/examples.ts")
})

const sourceOf = (recorded: Readonly<Record<string, RecordedExample>>): string =>
  [
    '// Recorded from the demo world by "npm run contract"; a test keeps it current.',
    'import type { RecordedExample } from "./recorded-example.ts"',
    "",
    "/** A request to every operation that is built, with its answer. */",
    `export const examples: Readonly<Record<string, RecordedExample>> = ${JSON.stringify(recorded, null, 2)}`,
    "",
  ].join("\n")
