import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import type { CliCommand } from "../../emulator/cli/command.ts"
import { COMMANDS } from "../../emulator/cli/index.ts"
import { runCommand } from "./run-command.ts"

/** An unset variable of a shell is an empty argument. A message names it, and never begins with an empty place. */

interface Named {
  readonly path: readonly string[]
  readonly command: CliCommand
}

const all = (commands: readonly CliCommand[], path: readonly string[] = []): Named[] =>
  commands.flatMap((command) => {
    const own = [...path, command.name]
    return [...(command.run === undefined ? [] : [{ path: own, command }]), ...all(command.commands ?? [], own)]
  })

let folder = ""
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "hexarium-"))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const cases = all(COMMANDS).flatMap(({ path, command: { args = [] } }) =>
  args.length === 0 ? [] : [[path.join(" "), path, args] as const],
)

describe.each(cases)("hexarium %s", (_, path, args) => {
  test.each(["", " ", "\t"])("refuses the argument %j with its name", async (blank) => {
    const required = args.filter(({ syntax }) => syntax.startsWith("<"))
    const words = required.length === 0 ? [blank] : required.map(() => blank)
    const name = /\w+/.exec((required[0] ?? args[0])?.syntax ?? "")?.[0]
    const { code, err } = await runCommand([...path, ...words], { HEXARIUM_CACHE: folder })
    expect(code).toBeGreaterThan(0)
    expect(err).toMatch(
      new RegExp(
        `^hexarium: (?:argument '${name}' is empty|command-argument|argument '${name}' has an invalid value|error: )`,
      ),
    )
    expect(err).not.toMatch(/^hexarium: *:|^hexarium: {2}/)
  })
})
