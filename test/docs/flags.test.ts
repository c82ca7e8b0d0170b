import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import type { CliCommand } from "../../emulator/cli/command.ts"
import { attributeOf, type Flag, variableOf } from "../../emulator/cli/flags/flag.ts"
import { START_FLAGS } from "../../emulator/cli/flags/serve-flags.ts"
import { COMMANDS, run } from "../../emulator/cli/index.ts"
import { type Config, defineConfig } from "../../emulator/config.ts"
import { ROOT } from "./blocks.ts"
import { FLAG_RECORDS } from "./flag-records.ts"

let folder = ""
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "hexarium-"))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Runs a command line and returns its output. `start` only reports the values of its flags, as JSON. */
async function outputOf(line: readonly string[], env: Record<string, string> = {}): Promise<string> {
  let out = ""
  const write = (text: string) => {
    out += text
  }
  const io = { waiting: () => 0, stopWaiting: () => {}, out: write, err: write, env }
  const reporting = (command: CliCommand): CliCommand =>
    command.name !== "start"
      ? command
      : {
          ...command,
          async run(_io, _operands, flags) {
            write(JSON.stringify(flags))
            return 0
          },
        }
  await run([...line], io, COMMANDS.map(reporting))
  return out
}

const helpOf = async (flag: Flag): Promise<string | undefined> => {
  const lines = (await outputOf(["start", "--help"])).replaceAll(/\n {10,}/g, " ").split("\n")
  return lines.find((line) => line.includes(`--${flag.name} `))
}

/** Shells, with the part of the completion script for `start`. */
const COMPLETIONS = [
  ["bash", /^ {4}'start'\)\n[\s\S]*?^ {4}'/m],
  ["zsh", /^ {4}start\)\n[\s\S]*?^ {6};;/m],
  ["fish", /(?:^complete -c hexarium -n '__fish_seen_subcommand_from start' .*\n)+/m],
] as const

const SAMPLES = ["2", "https://a.test", "2026-01-05T09:00:00Z", "smtp://localhost:1025", "a.test"]

/** A text that the flag accepts, and its value. */
function sampleOf(flag: Flag): { readonly text: string; readonly value: unknown } {
  if (flag.value === undefined) return { text: "true", value: true }
  for (const text of typeof flag.offers === "object" ? flag.offers : SAMPLES) {
    try {
      const value = flag.read(text)
      return { text, value: flag.isRepeatable ? [value] : value }
    } catch {}
  }
  throw new Error(`no sample is valid for --${flag.name}`)
}

describe.each(START_FLAGS.map((flag) => [flag.name, flag] as const))("--%s", (name, flag) => {
  test("is in the help with its variable, and in every shell's completion", async () => {
    expect(await helpOf(flag)).toContain(variableOf(flag))
    for (const [shell, partOfStart] of COMPLETIONS) {
      expect(partOfStart.exec(await outputOf(["completion", shell]))?.[0], shell).toMatch(new RegExp(`-l? ?${name}\\b`))
    }
  })

  test("is in the reference, the schema and the type of the config file", async () => {
    const texts = await Promise.all(Object.keys(FLAG_RECORDS).map((path) => readFile(`${ROOT}${path}`, "utf8")))
    const [schema = "", type = "", reference = ""] = texts
    const advice = 'run "npm run schema", which writes this place'
    const row = reference.split("\n").find((line) => new RegExp(`^\\| \`--${name}[ \`]`).test(line))
    expect(row, `the row in docs/reference/control.md; ${advice}`).toContain(`\`${variableOf(flag)}\``)
    if (name === "config") return
    const names = Object.keys(JSON.parse(schema).properties)
    expect(names, `the property in config.schema.json; ${advice}`).toContain(attributeOf(flag))
    const members = [...type.matchAll(/readonly (\w+)\?: /g)].map(([, member]) => member)
    expect(members, `the property in emulator/start-settings.ts; ${advice}`).toContain(attributeOf(flag))
  })

  test("has the same value from the command line, from its variable and from the config file", async () => {
    if (name === "config") return
    // A folder must exist.
    const { text, value } = flag.offers === "folder" ? { text: folder, value: [folder] } : sampleOf(flag)
    const file = join(folder, `${name}.json`)
    const isPath = flag.offers === "file"
    const inFile = Array.isArray(value) ? value[0] : value
    await writeFile(file, JSON.stringify({ [attributeOf(flag)]: isPath ? join(folder, String(inFile)) : inFile }))
    const given = flag.value === undefined ? [`--${name}`] : [`--${name}`, text]
    const values = async (line: readonly string[], env?: Record<string, string>) =>
      JSON.parse(await outputOf(["start", ...line], env))[attributeOf(flag)]
    expect(await values(given)).toEqual(value)
    expect(await values([], { [variableOf(flag)]: text })).toEqual(value)
    const paths = Array.isArray(value) ? [join(folder, String(inFile))] : join(folder, String(inFile))
    expect(await values(["--config", file])).toEqual(isPath ? paths : value)
  })
})

test("the config's type takes the settings", () => {
  const config: Config = { port: 1, clock: "frozen", allowHost: ["a.test"], strict: true, slowTasks: 0.5 }
  expect(defineConfig(config)).toBe(config)
  // @ts-expect-error a clock has no such mode
  defineConfig({ clock: "frosen" })
})
