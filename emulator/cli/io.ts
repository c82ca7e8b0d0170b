import { type Paint, plain } from "./colours.ts"
import { printable } from "./printable.ts"

export interface Io {
  out(text: string): void
  err(text: string): void
  waiting(): number
  /** Stops waiting for a slow reader of the output. */
  stopWaiting(): void
  started?(): void
  readonly colours?: { readonly out: Paint; readonly err: Paint }
  /** Whether the terminal is interactive, so that the command can ask questions and rewrite a line. */
  readonly isTerminal?: boolean
  readonly env: Readonly<Record<string, string | undefined>>
}

export const EXIT = { ok: 0, error: 1, usage: 2, interrupted: 130 } as const

export class Exit extends Error {
  readonly code: number

  constructor(code: number, message: string) {
    super(message)
    this.name = "Exit"
    this.code = code
  }
}

export const commandError = (message: string) => new Exit(EXIT.error, message)

export const usageError = (message: string) => new Exit(EXIT.usage, message)

/** Matches the user part of a URL, also if a path was made of the URL. */
const USER_IN_URL = /([a-z][a-z0-9+.-]*:\/+)[^\s/?#"'<>]*@/gi

/** Removes users and passwords from the URLs in a message. */
export const withoutUsers = (message: string): string => message.replace(USER_IN_URL, "$1")

/** Runs a command and returns its exit code. If the command throws, prints one line without a stack. */
export async function endOf(io: Io, command: () => Promise<number>): Promise<number> {
  try {
    return await command()
  } catch (error) {
    return reportFailure(io, error)
  }
}

/** Prints why a command ends, in one line without a stack. Returns the exit code. */
export function reportFailure(io: Io, error: unknown): number {
  const message = error instanceof Exit ? printable(error.message, "\n") : describeUnexpected(error)
  io.err(`${(io.colours?.err ?? plain)("red", "hexarium:")} ${message}\n`)
  return error instanceof Exit ? error.code : EXIT.error
}

const MAX_CHARACTERS = 300

/** Describes an error that no command foresees, in one line. */
function describeUnexpected(error: unknown): string {
  const text = error instanceof Error ? error.message || error.name : String(error)
  const [line = ""] = text.split("\n")
  return `the command failed unexpectedly: ${printable(line.slice(0, MAX_CHARACTERS))}`
}
