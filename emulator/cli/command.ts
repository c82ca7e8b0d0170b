import type { Flag, Offered } from "./flags/flag.ts"
import type { Io } from "./io.ts"

/** A word that a command takes besides its flags. */
export interface ArgumentWords {
  /** `<name>` must be given, `[name]` may be; `…...` takes all that follow. */
  readonly syntax: string
  readonly description: string
  readonly offers?: Offered
  /** Where none is given, those of the config file are meant. */
  readonly areFixtures?: true
}

/** What a command was given besides its flags. */
export interface Given {
  readonly words: readonly string[]
  /** What stood behind `--`, of a command that `takesCommand`. */
  readonly command: readonly string[]
}

/**
 * A command as data: enough for help, completion and "did you mean". What it does is loaded when it is run, so that none pays for the
 * others: `run` imports it.
 */
export interface CliCommand {
  readonly name: string
  readonly description: string
  readonly usage?: string
  readonly args?: readonly ArgumentWords[]
  readonly flags?: readonly Flag[]
  /** CliCommand lines without `hexarium`, each with what it does. */
  readonly examples?: readonly (readonly [line: string, does?: string])[]
  /** What stands behind `--` is a command of another program. */
  readonly takesCommand?: true
  /** Fixtures must be named, by words or by the config file. */
  readonly needsFixtures?: true
  /** A group of commands instead of one. */
  readonly commands?: readonly CliCommand[]
  /** Which of the group is run when none is named. */
  readonly byDefault?: string
  /** Answers the exit code. */
  run?(io: Io, given: Given, flags: object): Promise<number>
}
