import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, expect, test } from "vitest"
import { serve } from "../../../emulator/cli/serve/serve.ts"

let folder = ""
const at = (name: string) => join(folder, name)

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "hexarium-"))
  writeFileSync(
    at("world.yaml"),
    `version: 1
users:
  - { email: ada@acme.test, password: pw-ada-1 }
workspaces:
  - name: Acme
    admins: [ada@acme.test]
    group: { group_id: ALL, name: All, members: [ada@acme.test] }
    applications:
      - application_id: CRM
        name: CRM
        roles: [{ role_id: ADMIN, name: admin, users: [ada@acme.test] }]
        datastores:
          - { datastore_id: Notes, name: Notes, fields: { Text: { dataType: text } }, items_file: notes.ndjson }
`,
  )
  writeFileSync(at("notes.ndjson"), '{"values":{"Text":"one"}}\n')
})
afterAll(() => rmSync(folder, { recursive: true }))

const start = async () => {
  const serving = await serve([at("world.yaml")], { port: 0, data: at("kept") })
  await serving.close()
}

test("a fixture is another one when a file that it names has changed", async () => {
  await start()
  await start()
  writeFileSync(at("notes.ndjson"), '{"values":{"Text":"two"}}\n')
  await expect(start()).rejects.toThrow(/was not created from .*world\.yaml.*--reload/)
  rmSync(at("notes.ndjson"))
  await expect(start()).rejects.toThrow(/was not created from/)
  writeFileSync(at("notes.ndjson"), '{"values":{"Text":"one"}}\n')
  await start()
})
