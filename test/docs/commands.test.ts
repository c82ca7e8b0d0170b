import { execFile } from "node:child_process"
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, beforeEach, describe, expect, test } from "vitest"
import { Built, CODE_CACHE } from "../cli/built.ts"
import { type Block, blocksOf, filesOf, ROOT } from "./blocks.ts"

const BLOCKS = blocksOf("sh").filter(({ isRun }) => isRun)
/** Pages that begin in a clone. `test/docs/walk-pages.mjs` runs their commands. */
const WALKS = new Set(BLOCKS.filter(({ isWalk }) => isWalk).map(({ page }) => page))

/** Pages' commands that a reader runs in one shell, page by page. */
const PAGES = new Map<string, Block[]>()
for (const block of BLOCKS) if (!WALKS.has(block.page)) PAGES.set(block.page, [...(PAGES.get(block.page) ?? []), block])

let folder: string
let builtCommand: Built

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "hexarium-commands-"))
  builtCommand = new Built(folder)
  await mkdir(join(folder, "bin"))
  const command = `#!/bin/sh\nexec ${process.execPath} ${ROOT}dist/cli.js "$@"\n`
  await writeFile(join(folder, "bin/hexarium"), command, { mode: 0o755 })
  await writeFile(join(folder, "bin/npx"), `#!/bin/sh\nshift\n${command.split("\n")[1]}\n`, { mode: 0o755 })
  // A refused request makes the page's command fail.
  await writeFile(
    join(folder, "bin/curl"),
    '#!/bin/sh\nPATH=$(echo "$PATH" | cut -d: -f2-) exec curl --fail-with-body "$@"\n',
    { mode: 0o755 },
  )
})
afterEach(async () => {
  builtCommand.end()
  await rm(folder, { recursive: true, force: true })
})

/** Runs the commands with a server of the demo at its own address, which stores its worlds in `./worlds`. Resolves to what a failed command printed, else to "". */
async function complaintAbout(commands: readonly string[]): Promise<string> {
  const { url } = await builtCommand.start("--data", "./worlds")
  const script = `set -euxo pipefail\n${commands.join("\n")}`.replaceAll("http://127.0.0.1:7575", url)
  const env = { PATH: `${folder}/bin:${process.env.PATH}`, HOME: folder, XDG_CACHE_HOME: CODE_CACHE, HEXARIUM_URL: url }
  return new Promise((resolve) => {
    execFile("bash", ["-c", script], { cwd: folder, env }, (error, out, err) =>
      resolve(error === null ? "" : `${out}\n${err}`),
    )
  })
}

describe("commands of the documents", () => {
  test.each([...PAGES])("%s: the commands succeed one after the other", async (page, blocks) => {
    for (const [name, text] of filesOf(page)) await writeFile(join(folder, name), text)
    expect(await complaintAbout(blocks.map(({ code }) => code))).toBe("")
  })

  test.each([
    ["curl -s http://127.0.0.1:7575/api/v0/userinfo", "UNAUTHORIZED"],
    ["npx hexarium docs nothing-like-it", "unknown topic"],
    ["false | true", "false"],
  ])("%s is found to fail", async (command, message) => {
    expect(await complaintAbout([command])).toContain(message)
  })
})
