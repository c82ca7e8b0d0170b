import { Command, CommanderError, InvalidArgumentError, Option } from "commander"
import { VERSION } from "../version.ts"
import {
  attributeOf,
  BadValue,
  DATA_FLAGS,
  FILES_FLAG,
  type Flag,
  OUTPUT_FLAG,
  REMOTE_FLAGS,
  readList,
  readVariable,
  type ServeFlags,
  START_FLAGS,
  variableOf,
  WORLD_FLAGS,
} from "./flags.ts"
import { EXIT, endOf, type Io } from "./io.ts"

export interface RemoteFlags {
  readonly url?: string
  readonly world?: string
  readonly controlToken?: string
}

export interface OutputFlag {
  readonly output?: string
}

export type FilesFlag = Pick<ServeFlags, "allowFiles">

/** What the commands do; each answers its exit code. Loaded when asked for, so that none pays for the others. */
export interface Actions {
  start(io: Io, fixtures: readonly string[], flags: ServeFlags): Promise<number>
  exec(io: Io, fixtures: readonly string[], command: readonly string[], flags: Partial<ServeFlags>): Promise<number>
  check(io: Io, fixtures: readonly string[], flags: FilesFlag): Promise<number>
  export(io: Io, flags: RemoteFlags & OutputFlag): Promise<number>
  import(io: Io, fixtures: readonly string[], flags: RemoteFlags & FilesFlag): Promise<number>
  data(io: Io, what: string, file: string | undefined, flags: DataFlags): Promise<number>
  openapi(io: Io, flags: OutputFlag): Promise<number>
  completion(io: Io, program: Command, shell: string): Promise<number>
}

/** The flags of `hexarium data …`. */
export interface DataFlags extends OutputFlag {
  readonly data?: string
  readonly json?: true
}

const FIXTURES = "fixture files, JSON or YAML; several are put together"

const EXAMPLES: Readonly<Record<string, string>> = {
  start: `
Examples:
  hexarium start                                  the demo world on http://127.0.0.1:7575
  hexarium start world.yaml --port 0 --log json   any free port, printed as JSON
  hexarium start world.yaml --now 2026-01-05T09:00:00Z --watch`,
  exec: `
Examples:
  hexarium exec world.yaml -- npm test            HEXARIUM_URL holds the base_url
  hexarium exec -- sh -c 'curl $HEXARIUM_URL/api/v0/userinfo'`,
  check: `
Examples:
  hexarium check world.yaml users.yaml`,
  export: `
Examples:
  hexarium export --url http://127.0.0.1:7575 -o world.json
  hexarium export --url http://127.0.0.1:7575/w/mine`,
  import: `
Examples:
  hexarium import world.yaml --url http://127.0.0.1:7575 --world mine`,
  data: `
Examples:
  hexarium data info --data ./worlds
  hexarium data verify --data ./worlds --json
  hexarium data backup --data ./worlds -o backup.sqlite
  hexarium data restore backup.sqlite --data postgres://me@localhost/worlds`,
  openapi: `
Examples:
  hexarium openapi -o openapi.json`,
  completion: `
Examples:
  source <(hexarium completion bash)
  hexarium completion zsh > "\${fpath[1]}/_hexarium"
  hexarium completion fish > ~/.config/fish/completions/hexarium.fish`,
}

export const SHELLS = ["bash", "zsh", "fish"] as const

/** Runs a command line and answers its exit code. */
export async function run(argv: readonly string[], io: Io, actions: Actions): Promise<number> {
  const split = argv.indexOf("--")
  const [own, rest] =
    argv[0] === "exec" && split >= 0 ? [argv.slice(0, split), argv.slice(split + 1)] : [argv, undefined]
  let code: number = EXIT.ok
  const program = makeProgram(io, actions, rest, (ended) => {
    code = ended
  })
  return endOf(io, async () => {
    try {
      await program.parseAsync([...own], { from: "user" })
      return code
    } catch (error) {
      if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.usage
      throw error
    }
  })
}

/** A mistake of usage in one line, without the parser's own word for it. */
const oneLine = (text: string): string =>
  text
    .replace(/^error: /, "")
    .replace(/\n\(Did you mean (.*)\)\n?$/, "; did you mean $1")
    .trimEnd()

function makeProgram(
  io: Io,
  actions: Actions,
  childCommand: readonly string[] | undefined,
  end: (code: number) => void,
): Command {
  const program = new Command("hexarium")
    .description("A local emulator of a workspace-based data platform: the whole API, on your machine, in memory.")
    .version(VERSION, "-V, --version", "print the version")
    .helpOption("-h, --help", "print this help")
    .helpCommand(false)
    .configureOutput({
      writeOut: io.out,
      writeErr: io.err,
      outputError: (text, write) => write(`hexarium: ${oneLine(text)} (--help tells more)\n`),
    })
    .exitOverride()

  program
    .command("start")
    .description("serve until stopped; without a fixture the built-in demo world")
    .argument("[fixture...]", FIXTURES)
    .action(async (fixtures: string[], flags: ServeFlags) => end(await actions.start(io, fixtures, flags)))
  program
    .command("exec")
    .description("serve on a free port while a command runs, and end as it ends")
    .usage("[options] [fixture...] -- <command> [args...]")
    .argument("[fixture...]", FIXTURES)
    .action(async (fixtures: string[], flags: Partial<ServeFlags>) =>
      end(await actions.exec(io, fixtures, childCommand ?? [], flags)),
    )
  program
    .command("check")
    .description("look for mistakes in fixtures and print each with its path")
    .argument("<fixture...>", FIXTURES)
    .action(async (fixtures: string[], flags: FilesFlag) => end(await actions.check(io, fixtures, flags)))
  program
    .command("export")
    .description("write a world of a running server as a fixture")
    .action(async (flags: RemoteFlags & OutputFlag) => end(await actions.export(io, flags)))
  program
    .command("import")
    .description("replace everything in a world of a running server by fixtures")
    .argument("<fixture...>", FIXTURES)
    .action(async (fixtures: string[], flags: RemoteFlags & FilesFlag) =>
      end(await actions.import(io, fixtures, flags)),
    )
  program
    .command("data")
    .description("look at, check, shrink, back up and restore what --data keeps")
    .argument("<what>", "info, worlds, verify, compact, backup or restore")
    .argument("[file]", "the backup to restore")
    .action(async (what: string, file: string | undefined, flags: DataFlags) =>
      end(await actions.data(io, what, file, flags)),
    )
  program
    .command("openapi")
    .description("write the OpenAPI 3.1 document of the API")
    .action(async (flags: OutputFlag) => end(await actions.openapi(io, flags)))
  program
    .command("completion")
    .description("write a completion script for a shell")
    .argument("<shell>", SHELLS.join(", "))
    .action(async (shell: string) => end(await actions.completion(io, program, shell)))

  for (const command of program.commands) {
    const flags = FLAGS[command.name()] ?? []
    for (const flag of flags) command.addOption(optionOf(flag))
    command
      .hook("preAction", () => readVariables(command, flags, io))
      .addHelpText("after", EXAMPLES[command.name()] ?? "")
  }
  return program
}

const FLAGS: Readonly<Record<string, readonly Flag[]>> = {
  start: START_FLAGS,
  exec: WORLD_FLAGS,
  export: [...REMOTE_FLAGS, OUTPUT_FLAG],
  check: [FILES_FLAG],
  import: [...REMOTE_FLAGS, FILES_FLAG],
  data: DATA_FLAGS,
  openapi: [OUTPUT_FLAG],
}

/**
 * The option of a flag. Unless it may be repeated, it refuses to be given twice, since the first value would have no effect.
 */
function optionOf(flag: Flag): Option {
  const { name, short, value, description, byDefault } = flag
  const syntax = `${short === undefined ? "" : `-${short}, `}--${name}${value === undefined ? "" : ` <${value}>`}`
  const option = new Option(syntax, `${description} [${variableOf(flag)}]`)
  if (byDefault !== undefined) option.default(byDefault)
  if (value === undefined) return option
  let isGiven = false
  return option.argParser((text: string, previous: unknown) => {
    if (flag.isRepeatable)
      return [...((previous as unknown[] | undefined) ?? []), ...explained(() => readList(flag, text))]
    if (isGiven) throw new InvalidArgumentError("It is given twice.")
    isGiven = true
    return explained(() => flag.read(text))
  })
}

function explained<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    throw error instanceof BadValue ? new InvalidArgumentError(error.message) : error
  }
}

/** Each flag that was not given takes the value of its variable, if that is set. */
function readVariables(command: Command, flags: readonly Flag[], { env }: Io): void {
  for (const flag of flags) {
    const variable = variableOf(flag)
    const text = env[variable]
    const attribute = attributeOf(flag)
    const source = command.getOptionValueSource(attribute)
    if (text === undefined || (source !== undefined && source !== "default")) continue
    try {
      const value = readVariable(flag, text)
      if (value !== undefined) command.setOptionValueWithSource(attribute, value, "env")
    } catch (error) {
      if (!(error instanceof BadValue)) throw error
      command.error(`error: the variable ${variable} is invalid: ${JSON.stringify(text)}. ${error.message}`)
    }
  }
}
