import { readFile } from "node:fs/promises"
import { expect, test } from "vitest"
import { ROOT } from "./blocks.ts"
import { FLAG_RECORDS } from "./flag-records.ts"

test.each(Object.entries(FLAG_RECORDS))("%s repeats the flags of start as they are declared", async (path, record) => {
  const text = await readFile(`${ROOT}${path}`, "utf8")
  const message = `the flags of start have changed; run "npm run schema", which writes ${path}`
  await expect(record(text), message).toMatchFileSnapshot(`${ROOT}${path}`)
})
