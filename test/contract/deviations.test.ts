import { expect, test } from "vitest"
import { rows } from "../../emulator/api/contract/table.ts"

/** errors.md sections 4 to 6: who uses a world in process is told what the wire answers, so the engine keeps what rows say of it. */
test("src/refusals/deviations.ts is what the table says", async () => {
  const lines = rows
    .filter(([, { errors, writesItems }]) => errors !== undefined || writesItems === true)
    .map(([name, { errors, writesItems }]) => `  ${name}: ${JSON.stringify({ errors, writesItems })},`)
  const text = `import type { Refusing } from "./refusals.ts"

/** How operations answer refusals where they don't as all do. Made from the contract by \`npm run contract\`. */
export const deviations: Readonly<Record<string, Refusing>> = {
${lines.sort().join("\n")}
}
`
  await expect(text).toMatchFileSnapshot("../../src/refusals/deviations.ts")
})
