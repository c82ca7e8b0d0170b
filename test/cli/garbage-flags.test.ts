import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import type { CliCommand } from "../../emulator/cli/command.ts"
import { attributeOf, type Flag, variableOf } from "../../emulator/cli/flags/flag.ts"
import { CONFIG_FLAG, START_FLAGS } from "../../emulator/cli/flags/serve-flags.ts"
import { COMMANDS } from "../../emulator/cli/index.ts"
import { noteRunning } from "../../emulator/cli/running-notes.ts"
import { runCommand } from "./run-command.ts"

/** Garbage in flags, environment variables and the config file (control.md section 1, "Messages"). */

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "hexarium-"))
  await mkdir(join(folder, "folder"))
  await writeFile(join(folder, "file"), "text")
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Matches a stack, bundled code, or a character that a terminal interprets. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the message must not contain them
const UNREADABLE_TEXT = /\n\s+at |node:internal|TypeError|unexpectedly|\[object|[\u0000-\u0009\u000b-\u001f\u007f]/

const GARBAGE = [
  ...[
    " ",
    "-1",
    "1e999",
    "NaN",
    "0x10",
    "{}",
    "[",
    "../..",
    "%zz",
    "http://%zz",
    "http://127.0.0.1:1/w/%zz",
    "ftp://h",
  ],
  ...["__proto__", "constructor", ",", ",,a", "true", "null", "９", "ß\n\u001b[2J", "x".repeat(5000), "http://u:p@h/"],
]

/** The commands, with functions that do nothing. The command line is parsed and checked as usual. */
const stubRuns = (commands: readonly CliCommand[]): CliCommand[] =>
  commands.map(({ commands: inner, run, ...command }) => ({
    ...command,
    ...(inner && { commands: stubRuns(inner) }),
    ...(run && { run: async () => 0 }),
  }))

interface Target {
  readonly flag: Flag
  readonly line: readonly string[]
}

/** Each flag with a value, and a command line of the first command that has it. */
function targetsOf(commands: readonly CliCommand[], path: readonly string[] = []): Target[] {
  return commands.flatMap(({ name, run, args = [], flags = [], commands: inner = [], needsFixtures }) => {
    const words = args.flatMap(({ syntax, offers }) =>
      syntax.startsWith("<") ? [Array.isArray(offers) ? String(offers[0]) : "x"] : [],
    )
    const line = [...path, name, ...words, ...(needsFixtures ? ["x.yaml"] : [])]
    const own = run === undefined ? [] : flags.filter((flag) => flag.value !== undefined && flag !== CONFIG_FLAG)
    return [...own.map((flag) => ({ flag, line })), ...targetsOf(inner, [...path, name])]
  })
}

const targets = [...new Map(targetsOf(COMMANDS).map((target) => [target.flag, target])).values()]

test("the flags of all commands are here", () => {
  const names = targets.map(({ flag }) => flag.name)
  expect(names).toEqual(
    expect.arrayContaining(["seed", "port", "data", "url", "header", "timeout", "smtp", "upstream"]),
  )
})

test.each(targets.map((target) => [target.flag.name, target.line.join(" "), target] as const))(
  "--%s of %s and its variable take a value, or are named in one line without the value",
  async (_, __, { flag, line }) => {
    const commands = stubRuns(COMMANDS)
    for (const value of GARBAGE) {
      const byFlag = await runCommand([...line, `--${flag.name}=${value}`], {}, commands)
      const results: [typeof byFlag, string][] = [[byFlag, `--${flag.name} `]]
      if (!flag.isOfOneCall) {
        const variable = variableOf(flag)
        results.push([await runCommand(line, { [variable]: value }, commands), variable])
      }
      for (const [{ code, err }, name] of results) {
        expect([value, code, err.split("\n").length]).toEqual([value, code === 0 ? 0 : 2, code === 0 ? 1 : 2])
        if (code === 0) continue
        expect(err).toContain(name)
        expect(err).not.toMatch(UNREADABLE_TEXT)
        if (value.length > 5) expect(err).not.toContain(value)
      }
    }
  },
)

describe("start --seed", () => {
  const WRONG = [
    " ",
    "x",
    "1.5",
    "1e3",
    "0x10",
    "-",
    "--1",
    "+1",
    "９",
    "1 2",
    "1,2",
    "9".repeat(16),
    "NaN",
    "Infinity",
    "1n",
  ]
  test.each([...WRONG, "null", "{}", "\n", "1\n"])("%j is refused with the expected value", async (value) => {
    const { code, err } = await runCommand(["start", `--seed=${value}`])
    expect([code, err]).toEqual([
      2,
      "hexarium: option '--seed <number>' has an invalid value. Expected a whole number. (see --help)\n",
    ])
    const byVariable = await runCommand(["start"], { HEXARIUM_SEED: value })
    expect([byVariable.code, byVariable.err]).toEqual([
      2,
      "hexarium: the variable HEXARIUM_SEED has an invalid value. Expected a whole number. (see --help)\n",
    ])
  })

  test("an empty value and a second value are refused", async () => {
    expect((await runCommand(["start", "--seed="])).err).toContain("--seed")
    expect((await runCommand(["start", "--seed", "1", "--seed", "2"])).err).toContain("received it twice")
  })
})

describe("a value that only the command can refuse", () => {
  const cases = (): [variable: string, value: string, line: string[]][] => [
    ...["http://127.0.0.1:1", "http://127.0.0.1:1/w/a/b", "http://no-such-host.invalid"].flatMap((url) =>
      ["status", "export", "clock", "mails", "requests"].map((name): [string, string, string[]] => [
        "HEXARIUM_URL",
        url,
        [name],
      ]),
    ),
    ...[
      "mysql://u@h/x",
      "postgres://%zz@h/x",
      "postgres://127.0.0.1:1/x",
      "postgres://h/x?nope=1",
      "http://x",
      "file/x",
    ].flatMap((data) =>
      [
        ["data", "info"],
        ["start", "--port", "0"],
      ].map((line): [string, string, string[]] => [
        "HEXARIUM_DATA",
        data === "file/x" ? join(folder, data) : data,
        line,
      ]),
    ),
    ...["none.json", "folder", "file/below.json", "x".repeat(5000), "file"].flatMap((name) =>
      [
        ["check", "x.yaml"],
        ["start", "--port", "0"],
        ["data", "info"],
      ].map((line): [string, string, string[]] => ["HEXARIUM_CONFIG", join(folder, name), line]),
    ),
    ["HEXARIUM_CORS_CREDENTIALS", "1", ["start", "--port", "0"]],
    ["HEXARIUM_RELOAD", "yes", ["start", "--port", "0"]],
    ["HEXARIUM_READS", "local", ["start", "--port", "0"]],
    ["HEXARIUM_WATCH", "on", ["start", "--port", "0"]],
    ["HEXARIUM_SEED", "7", ["mcp", "--url", "http://127.0.0.1:1"]],
  ]

  test("is refused in one line that names the variable", async () => {
    for (const [variable, value, line] of cases()) {
      const { code, err } = await runCommand(line, { HEXARIUM_CACHE: folder, [variable]: value })
      const place = [line, value.slice(0, 60)]
      expect([place, code === 1 || code === 2, err.split("\n").length]).toEqual([place, true, 2])
      expect([place, err]).toEqual([place, expect.stringContaining(`${variable} is set`)])
      expect(err).not.toMatch(UNREADABLE_TEXT)
    }
  })

  test("is not blamed on a variable that a flag overrides", async () => {
    const line = ["status", "--url", "http://127.0.0.1:1"]
    const { err } = await runCommand(line, { HEXARIUM_URL: "http://127.0.0.1:2", HEXARIUM_CACHE: folder })
    expect(err).toMatch(/^hexarium: no server responds at http:\/\/127\.0\.0\.1:1;.*--url\n$/)
  })

  test("HEXARIUM_CACHE with a folder that can't be written is named in a warning", () => {
    const note = { id: "a", pid: 1, url: "http://127.0.0.1:1", folder, since: "", version: "1" }
    let err = ""
    const write = (text: string) => {
      err += text
    }
    noteRunning({ env: { HEXARIUM_CACHE: join(folder, "file", "cache") }, err: write }, note)()
    expect(err).toBe(
      `hexarium: warning: HEXARIUM_CACHE: the folder ${join(folder, "file", "cache", "running")} can't be written; commands need --url\n`,
    )
  })

  test.each([
    [["exec", "--", "\u0000"], 126],
    [["exec", "--", ""], 2],
    [["exec", "--", "x".repeat(5000)], 127],
  ])("a program that can't be run: %j", async (line, expected) => {
    const { code, err } = await runCommand(line, { HEXARIUM_CACHE: folder })
    expect([code, err.split("\n").length]).toEqual([expected, 2])
    expect(err).not.toMatch(UNREADABLE_TEXT)
  })

  test("a program below a file does not exist", async () => {
    const program = join(folder, "file/x")
    const { code, err } = await runCommand(["exec", "--", program], { HEXARIUM_CACHE: folder })
    expect([code, err]).toEqual([127, `hexarium: ${program} can't be run: the command does not exist\n`])
  })
})

describe("members of the config file", () => {
  let made = 0
  async function checkWith(extension: "json" | "mjs", text: string) {
    made += 1
    const name = `${made}.${extension}`
    await writeFile(join(folder, name), extension === "json" ? text : `export default ${text}`)
    const { code, err } = await runCommand(["check", "x.yaml", "--config", join(folder, name)], {
      HEXARIUM_CACHE: folder,
    })
    expect([text, code]).toEqual([text, 1])
    expect(err).not.toMatch(UNREADABLE_TEXT)
    expect(err).toContain(name)
    return err
  }

  const members = START_FLAGS.filter((flag) => flag !== CONFIG_FLAG)
  const WRONG = [
    "null",
    "{}",
    '{"a":{"b":[1]}}',
    "[null]",
    "[{}]",
    "[[]]",
    '[["a"]]',
    '""',
    '"\\u0000"',
    '{"__proto__":1}',
  ]

  test.each(WRONG)("all members of the wrong type are listed, each with its place: %s", async (value) => {
    for (const extension of ["json", "mjs"] as const) {
      const names = [...members.map(attributeOf), "fixtures"]
      const text = `{\n${names.map((name) => `  ${JSON.stringify(name)}: ${value}`).join(",\n")}\n}`
      const err = await checkWith(extension, text)
      for (const [at, name] of names.entries()) {
        expect([name, err]).toEqual([name, expect.stringMatching(new RegExp(`:${at + 2}:\\d+: ${name}: Expected `))])
      }
    }
  })

  test.each(members.map((flag) => [attributeOf(flag), flag] as const))(
    "%s of another type is named",
    async (name, flag) => {
      const values = flag.value === undefined ? ['"yes"', "1", "[true]"] : ["true", "false", "1e999", "[1, true]"]
      for (const value of values) {
        expect(await checkWith("json", `{ "${name}": ${value} }`)).toContain(`${name}: Expected `)
      }
    },
  )

  const UNKNOWN = [
    "prot",
    "port.x",
    "a(",
    "[",
    "\\d",
    "__proto__",
    "constructor",
    "toString",
    "",
    "a\nb",
    "\u001b[2J",
    "x".repeat(3000),
  ]
  test.each(UNKNOWN)("an unknown member is refused: %j", async (name) => {
    for (const extension of ["json", "mjs"] as const) {
      // In a program, "__proto__": value sets the prototype.
      const key = extension === "mjs" && name === "__proto__" ? '["__proto__"]' : JSON.stringify(name)
      expect(await checkWith(extension, `{ ${key}: 1 }`)).toMatch(/Hexarium has no setting of this name|__proto__/)
    }
  })

  test.each([
    "5",
    "null",
    "[1]",
    '"text"',
    "Symbol('a')",
    "class {}",
    "() => { throw null }",
    "() => Promise.reject('no')",
    "() => { throw new Error('one\\ntwo') }",
    "new Proxy({}, { ownKeys() { throw 1 } })",
    "{ get port() { throw new Error('no') } }",
    "{ port: 1n }",
    "{ port: Symbol('a') }",
    "{ seed: NaN }",
    "{ fixtures: () => 1 }",
    "{ fixtures: [[['a']]] }",
    "syntax error here",
    "{}; import 'nothing-of-this-name'",
  ])("of a program that is no config: %s", async (program) => {
    await checkWith("mjs", program)
  })
})
