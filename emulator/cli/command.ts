import type { Flag, Offered } from "./flags/flag.ts"
import type { Io } from "./io.ts"

export interface Argument {
  /** `<name>` is required, `[name]` is optional, and `…...` accepts all remaining arguments. */
  readonly syntax: string
  readonly description: string
  /** A function only lists values for completion. The command itself checks the value. */
  readonly offers?: Offered | (() => readonly string[])
  /** If set, the arguments are fixture files. Without arguments, the config file's fixtures are used. */
  readonly areFixtures?: true
}

export const fixtureFiles: Argument = {
  syntax: "[fixture...]",
  description: "fixture files (JSON or YAML); several files are merged",
  offers: "file",
  areFixtures: true,
}

export interface Operands {
  readonly words: readonly string[]
  /** Arguments after `--`. */
  readonly command: readonly string[]
}

/**
 * Describes a command for help, completion and suggestions. Only `run` imports the implementation, so that running one
 * command does not load the code of the others.
 */
export interface CliCommand {
  readonly name: string
  readonly description: string
  readonly usage?: string
  readonly args?: readonly Argument[]
  readonly flags?: readonly Flag[]
  /** Example command lines, without the leading `hexarium`. Each may have an explanation. */
  readonly examples?: readonly (readonly [line: string, does?: string])[]
  /** If set, the arguments after `--` are another program's command line. */
  readonly takesCommand?: true
  /** If set, the command requires fixtures, as arguments or in the config file. */
  readonly needsFixtures?: true
  readonly commands?: readonly CliCommand[]
  /** Name of the subcommand that runs if the command line names none. */
  readonly byDefault?: string
  run?(io: Io, operands: Operands, flags: object): Promise<number>
}

type Run = NonNullable<CliCommand["run"]>

/** Returns a function that creates commands with shared flags. A command's module is loaded when the command runs. */
export const commandsOf =
  <N extends string>(load: () => Promise<{ readonly [K in N]: Run }>, shared: readonly Flag[]) =>
  (name: string, description: string, run: N, { flags = [], ...more }: Partial<CliCommand> = {}): CliCommand => ({
    name,
    description,
    ...more,
    flags: [...flags, ...shared],
    run: async (io, operands, values) => (await load())[run](io, operands, values),
  })
