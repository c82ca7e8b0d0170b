import { readFile } from "node:fs/promises"
import { expect, test } from "vitest"
import { openApiText } from "../../emulator/api/http/openapi/document.ts"
import { VERSION } from "../../emulator/version.ts"

test("the package holds the document, without spaces", async () => {
  const document: unknown = JSON.parse(openApiText({ version: VERSION }))
  expect(await readFile("dist/openapi.json", "utf8")).toBe(JSON.stringify(document))
})
