import { readFile } from "node:fs/promises"
import { expect, test } from "vitest"
import { openApiText } from "../../emulator/api/http/openapi/document.ts"
import { VERSION } from "../../emulator/version.ts"

test("the package holds the document", async () => {
  expect(await readFile("dist/openapi.json", "utf8")).toBe(openApiText({ version: VERSION }))
})
