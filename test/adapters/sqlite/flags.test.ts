import { execFile } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import { expect, test } from "vitest"

const BUILT_MODULE = new URL("../../../dist/persistence.js", import.meta.url).href

test("a store opens in a process whose flags are not for threads", async () => {
  const folder = mkdtempSync(join(tmpdir(), "hexarium-"))
  const script = `import { sqlitePersistence } from ${JSON.stringify(BUILT_MODULE)}
const persistence = await sqlitePersistence({ file: ${JSON.stringify(join(folder, "one.sqlite"))} })
await persistence.close()
console.log("opened")`
  const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "-e", script])
  expect(stdout).toBe("opened\n")
  rmSync(folder, { recursive: true })
})
