import { mkdtemp, open, readFile, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, test, vi } from "vitest"
import { inUse } from "../../emulator/adapters/persistence/sqlite/lock.ts"
import { init } from "../../emulator/cli/commands/documents/init.ts"
import { runProblem } from "../../emulator/cli/commands/exec/run.ts"
import { writeOutput } from "../../emulator/cli/output.ts"

const io = { out() {}, err() {}, waiting: () => 0, stopWaiting() {}, env: {} }

test("a new file is on the disk before it replaces the old one (control.md section 1)", async () => {
  const folder = await mkdtemp(join(tmpdir(), "hexarium-output-"))
  const handle = await open(folder)
  const sync = vi.spyOn(Object.getPrototypeOf(handle), "sync")
  await handle.close()
  await writeOutput(io, join(folder, "world.json"), "{}")
  expect(sync).toHaveBeenCalledOnce()
  expect(await readFile(join(folder, "world.json"), "utf8")).toBe("{}")
  sync.mockRestore()
  await rm(folder, { recursive: true })
})

test("a file that can't be written is reported with the obstacle", async () => {
  const folder = await mkdtemp(join(tmpdir(), "hexarium-output-"))
  const nowhere = join(folder, "gone")
  const missing = `world.yaml can't be written: the folder ${nowhere} does not exist`
  await expect(writeOutput(io, join(nowhere, "world.yaml"), "{}")).rejects.toThrow(missing)
  await expect(init(io, join(nowhere, "world.yaml"), { yes: true })).rejects.toThrow(missing)
  await expect(writeOutput(io, folder, "{}")).rejects.toThrow(
    `${folder} can't be written: the path is a folder; pass a file`,
  )
  await rm(folder, { recursive: true })
})

test("a store that is held names the process that has it, and where that serves (docs/cli.md, exit codes)", () => {
  const file = "worlds/hexarium.sqlite"
  expect([inUse(file, { pid: 7, url: "http://127.0.0.1:7575" }), inUse(file, undefined)]).toEqual([
    `${file} is in use by the process 7, which serves http://127.0.0.1:7575; stop that process first, or name another store`,
    `${file} is in use by another process; stop that process first`,
  ])
})

test("a command that can't be run is reported without the system's own words", () => {
  const problems = ["ENOENT", "EACCES", "E2BIG"].map((code) =>
    runProblem(Object.assign(new Error("too long"), { code })),
  )
  expect(problems).toEqual(["the command does not exist", "you may not run this file", "too long"])
})
