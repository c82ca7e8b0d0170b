import { type Stats, statSync } from "node:fs"
import { CommanderError, Command as Parser } from "commander"
import { VERSION } from "../version.ts"
import type { Argument, CliCommand } from "./command.ts"
import { type ConfigFile, readConfig } from "./config/config-file.ts"
import { attributeOf, type Flag } from "./flags/flag.ts"
import { optionOf, parameterOf } from "./flags/option.ts"
import { namingVariables, readVariables, reportUnknownVariables } from "./flags/read-variables.ts"
import { SHOWN_TOKEN } from "./flags/remote-flags.ts"
import { CONFIG_FLAG } from "./flags/serve-flags.ts"
import { EXIT, endOf, type Io, usageError, withoutUsers } from "./io.ts"

export async function run(argv: readonly string[], own: Io, commands: readonly CliCommand[]): Promise<number> {
  const io: Io = { ...own, err: (text) => own.err(withoutUsers(text)) }
  const [name] = argv
  const asked = commands.find((command) => command.name === name)
  const split = asked?.takesCommand ? argv.indexOf("--") : -1
  const [before, behind] = split < 0 ? [argv, []] : [argv.slice(0, split), argv.slice(split + 1)]
  const line = name === "help" ? helpLine(before, commands) : withDefault(before, asked)
  let code: number = EXIT.ok
  const program = makeProgram(io, commands, line, behind, (ended) => {
    code = ended
  })
  return endOf(io, async () => {
    try {
      await program.parseAsync(line, { from: "user" })
      return code
    } catch (error) {
      if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.usage
      throw error
    }
  })
}

function withDefault(argv: readonly string[], asked: CliCommand | undefined): string[] {
  const [name, next, ...rest] = argv
  const isAlone = next === undefined || (next.startsWith("-") && next !== "-h" && next !== "--help")
  if (asked?.byDefault === undefined || name === undefined || !isAlone) return [...argv]
  return [name, asked.byDefault, ...(next === undefined ? [] : [next]), ...rest]
}

/** Turns `help world fork` into `world fork --help`. Stops at the first unknown command. */
function helpLine([, ...path]: readonly string[], commands: readonly CliCommand[]): string[] {
  if (path.some((word) => word === "-h" || word === "--help")) return ["help", "--help"]
  let among = commands
  for (const [at, word] of path.entries()) {
    const found = among.find(({ name }) => name === word)
    if (found === undefined) return path.slice(0, at + 1)
    among = found.commands ?? []
  }
  return [...path, "--help"]
}

/**
 * Removes the parser's "error:", and puts its suggestion on the same line. Also removes the value of a flag, because the value may be a
 * password or a token, also if the flag is misspelt or the wrong one.
 */
const oneLine = (text: string): string =>
  text
    .replace(/^error: /, "")
    .trimEnd()
    .replace(/^(option '[^']*') argument '[\s\S]*' is invalid\. /, "$1 has an invalid value. ")
    .replace(/^command-argument value '[\s\S]*' is invalid for (argument '[^']*')\. /, "$1 has an invalid value. ")
    .replace(/^unknown option '(--[^'=]*)=[\s\S]*'(?=$|\n\(Did you mean )/, "unknown option '$1'")
    .replace(/^unknown option '(-[^-])[\s\S]*'(?=$|\n\(Did you mean )/, "unknown option '$1'")
    .replace(/\n\(Did you mean (.*)\)\n?$/, "; did you mean $1")
    .trimEnd()

/** Builds the program. To start faster, omits the flags of commands that the command line does not name. */
function makeProgram(
  io: Io,
  commands: readonly CliCommand[],
  line: readonly string[],
  behind: readonly string[],
  end: (code: number) => void,
): Parser {
  const add = (parent: Parser, command: CliCommand): void => {
    const parser = parent.command(command.name).description(command.description).helpCommand(false)
    if (!line.includes(command.name)) return
    for (const argument of command.args ?? []) parser.addArgument(parameterOf(argument))
    if (command.usage !== undefined) parser.usage(command.usage)
    parser.addHelpText("after", examplesOf(command))
    for (const inner of command.commands ?? []) add(parser, inner)
    const { run } = command
    if (run === undefined) return
    const flags = command.flags ?? []
    for (const flag of flags) parser.addOption(optionOf(flag))
    parser.action(async () => {
      reportUnknownVariables(io, commands)
      const set = readVariables(parser, flags, io)
      try {
        const config = flags.includes(CONFIG_FLAG) ? await configOf(parser, io, command) : undefined
        const words = wordsOf(parser, command, config)
        requireFolders(parser, flags)
        const { config: _, ...values } = parser.opts()
        end(await run(io, { words, command: behind }, values))
      } catch (error) {
        throw namingVariables(error, set)
      }
    })
  }
  const program = new Parser("hexarium")
    .description("Hexarium runs the whole API of a workspace-based data platform on your machine, in memory.")
    .version(VERSION, "-V, --version", "print the version")
    .helpOption("-h, --help", "print this help")
    .helpCommand(false)
    .configureOutput({
      writeOut: io.out,
      writeErr: io.err,
      outputError: (text, write) => write(`hexarium: ${oneLine(text)} (see --help)\n`),
    })
    .addHelpText("after", "\nhexarium help <command> describes a command, with examples.")
    .exitOverride()
  for (const command of commands) add(program, command)
  return program
}

function wordsOf(parser: Parser, { args = [], needsFixtures }: CliCommand, config: ConfigFile | undefined) {
  const blank = parser.args.findIndex((word) => word.trim() === "")
  if (blank >= 0) {
    const name = nameOf(args[Math.min(blank, args.length - 1)])
    parser.error(`error: argument '${name}' is empty; pass a ${name}, or omit the argument`)
  }
  const fixtures = args.find(({ areFixtures }) => areFixtures)
  const words = parser.args.length === 0 && fixtures !== undefined ? (config?.fixtures ?? []) : parser.args
  if (needsFixtures && words.length === 0) {
    const name = nameOf(fixtures)
    parser.error(`error: missing required argument '${name}'; pass it, or set fixtures in a config file`)
  }
  return words
}

const findFolder = (path: string): Stats | undefined => {
  try {
    return statSync(path)
  } catch {
    return undefined
  }
}

/** Refuses a missing folder. A wrong path would otherwise have no effect until a fixture needs a file of the folder, or never. */
function requireFolders(parser: Parser, flags: readonly Flag[]): void {
  for (const flag of flags.filter(({ offers }) => offers === "folder")) {
    const folders: unknown = parser.getOptionValue(attributeOf(flag)) ?? []
    const all = [folders].flat() as string[]
    for (const [at, folder] of all.entries()) {
      const found = findFolder(folder)
      if (found?.isDirectory()) continue
      // The value is left out, because a misplaced value may be a secret.
      const value = all.length === 1 ? "its value" : `its value ${at + 1}`
      throw usageError(
        `--${flag.name} expects a folder, but ${value} ${found === undefined ? "does not exist" : "is a file"}`,
      )
    }
  }
}

const nameOf = (argument: Argument | undefined): string => /\w+/.exec(argument?.syntax ?? "")?.[0] ?? "fixture"

async function configOf(parser: Parser, io: Io, command: CliCommand): Promise<ConfigFile | undefined> {
  const { config: named }: { readonly config?: string } = parser.opts()
  const isForServer = command.flags?.includes(SHOWN_TOKEN) === true && command.needsFixtures !== true
  const forgive = (mistake: string) => io.err(`hexarium: warning: ${mistake}\n`)
  const config = await readConfig(named, process.cwd(), isForServer ? forgive : undefined)
  const known = new Set(command.flags?.filter(({ isOfOneCall }) => !isOfOneCall).map(attributeOf))
  for (const [name, value] of config?.values ?? []) {
    const source = parser.getOptionValueSource(name)
    if (!known.has(name) || value === undefined || (source !== undefined && source !== "default")) continue
    parser.setOptionValueWithSource(name, value, "config")
  }
  return config
}

/** Column at which an example's explanation starts. */
const EXPLANATION_AT = 50

function examplesOf({ examples = [] }: CliCommand): string {
  if (examples.length === 0) return ""
  const lines = examples.map(([line, does]) => {
    const command = line.includes("hexarium ") ? line : `hexarium ${line}`
    return `  ${does === undefined ? command : `${command.padEnd(EXPLANATION_AT - 1)} ${does}`}`
  })
  return `\nExamples:\n${lines.join("\n")}`
}
