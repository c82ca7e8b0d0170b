import { mkdtemp, open, readFile, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, test, vi } from "vitest"
import { writeOutput } from "../../emulator/cli/output.ts"

test("what takes the place of a file is on the disk before it does (control.md section 1)", async () => {
  const folder = await mkdtemp(join(tmpdir(), "hexarium-output-"))
  const handle = await open(folder)
  const sync = vi.spyOn(Object.getPrototypeOf(handle), "sync")
  await handle.close()
  const io = { out() {}, err() {}, waiting: () => 0, toldToEnd() {}, env: {} }
  await writeOutput(io, join(folder, "world.json"), "{}")
  expect(sync).toHaveBeenCalledOnce()
  expect(await readFile(join(folder, "world.json"), "utf8")).toBe("{}")
  sync.mockRestore()
  await rm(folder, { recursive: true })
})
