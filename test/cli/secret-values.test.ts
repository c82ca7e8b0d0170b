import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import type { CliCommand } from "../../emulator/cli/command.ts"
import { variableOf } from "../../emulator/cli/flags/flag.ts"
import { COMMANDS } from "../../emulator/cli/index.ts"
import { runCommand } from "./run-command.ts"

/** Messages never repeat a password, a token or the user part of a URL (control.md section 1). */

const SECRETS = [
  "http://ada:S3cret@host.test/x?y=1",
  "S3cret,Word",
  'S3cret\'s "Word"',
  "S3cret\nWord",
  "S3cret' is invalid. S3cret",
  "-S3cret",
  "http://S3cret@host.test",
  "S3cret Word",
]

interface Named {
  readonly path: readonly string[]
  readonly command: CliCommand
}

const all = (commands: readonly CliCommand[], path: readonly string[] = []): Named[] =>
  commands.flatMap((command) => {
    const own = [...path, command.name]
    return [...(command.run === undefined ? [] : [{ path: own, command }]), ...all(command.commands ?? [], own)]
  })

/** The commands, which fail with their flags in the message, as a command that prints what it received would. */
const failWithFlags = (commands: readonly CliCommand[]): readonly CliCommand[] =>
  commands.map((command) => ({
    ...command,
    ...(command.commands && { commands: failWithFlags(command.commands) }),
    ...(command.run && { run: async () => 0 }),
  }))

const cases = all(COMMANDS).map(({ path, command }) => [path.join(" "), path, command] as const)

describe.each(cases)("hexarium %s", (_, path, command) => {
  const words = (command.args ?? []).filter(({ syntax }) => syntax.startsWith("<")).map(() => "bash")

  test("repeats no value of a flag or of a variable, misspelt flags included", async () => {
    for (const flag of command.flags ?? []) {
      // The name of a missing config file is in the message.
      const secrets = flag.name === "config" ? SECRETS.filter((secret) => secret.includes("@")) : SECRETS
      for (const secret of secrets) {
        const name = `--${flag.name}`
        const lines = [
          [name, secret],
          [`${name}=${secret}`],
          [name, "x", name, secret],
          [`${name}x=${secret}`],
          [`${name.slice(0, -1)}=${secret}`],
          ...(flag.short === undefined ? [] : [[`-${flag.short}`, secret], [`-${flag.short}${secret}`]]),
        ]
        for (const line of lines) {
          const { out, err } = await runCommand([...path, ...words, ...line], {}, failWithFlags(COMMANDS))
          expect([line, out + err]).toEqual([line, expect.not.stringContaining("S3cret")])
        }
        if (flag.isOfOneCall) continue
        const { out, err } = await runCommand(
          [...path, ...words],
          { [variableOf(flag)]: secret },
          failWithFlags(COMMANDS),
        )
        expect([variableOf(flag), out + err]).toEqual([variableOf(flag), expect.not.stringContaining("S3cret")])
      }
    }
  })
})

describe("commands that run", () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "hexarium-"))
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  const url = "http://ada:S3cret@127.0.0.1:1"
  test.each([
    ["pull", "--from", url, "--token", "t"],
    ["pull", "--from", "http://127.0.0.1:1", "--token", "Sec,S3cret"],
    ["record", "--upstream", url, "-o", "x.har"],
    ["compare", "x.har", "--url", url],
    ["status", "--url", url],
    ["types", url],
    ["types", "http://ada:S3cret@"],
    ["start", "--control-token", "S3cret:word"],
    ["start", "--smtp", "smtp:/ada:S3cret@host"],
    ["start", "--data", url],
    ["start", "--data", "postgres://ada:S3cret@127.0.0.1:1/x?unknown=1"],
    ["start", "--data", "postgres://ada:S3cret@127.0.0.1:1/x", "--port", "0"],
    ["data", "info", "--data", url],
    ["data", "info", "--data", "postgres://ada:S3cret@127.0.0.1:1/x"],
    ["check", "http://ada:S3cret@host.test/world.yaml"],
    ["faults", "plan", "X", "--body", "{S3cret"],
  ])("hexarium %s %s %s repeat no secret", async (...line) => {
    const { code, out, err } = await runCommand(line, { HEXARIUM_CACHE: folder })
    expect(code).toBeGreaterThan(0)
    expect(out + err).not.toContain("S3cret")
    expect(err).not.toMatch(/\n\s+at /)
  })

  test.each([
    { controlToken: "S3cret:word" },
    { publicUrl: url },
    { smtp: "http://ada:S3cret@x" },
    { data: url },
    { port: "S3cret" },
    { controlToken: { S3cret: 1 } },
  ])("a config file with %j repeats no secret", async (config) => {
    const file = join(folder, "hexarium.config.json")
    await writeFile(file, JSON.stringify(config))
    const { code, out, err } = await runCommand(["start", "--config", file, "--port", "0"], { HEXARIUM_CACHE: folder })
    expect(code).toBeGreaterThan(0)
    expect(out + err).not.toContain("S3cret")
  })
})
