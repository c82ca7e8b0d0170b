import { type Paint, plain } from "./colours.ts"

/** What a command of the command line touches of its process. */
export interface Io {
  out(text: string): void
  err(text: string): void
  /** Bytes of standard output that its reader has not taken yet. */
  waiting(): number
  /** From now on nobody is waited for who takes none of the output. */
  toldToEnd(): void
  /** Called once a server answers: what a start needs has run. */
  started?(): void
  /** How what is written is coloured; absent: not at all. */
  readonly colours?: { readonly out: Paint; readonly err: Paint }
  /** Whether somebody sits before a terminal: both can be asked and be shown a line that changes. */
  readonly isTerminal?: boolean
  readonly env: Readonly<Record<string, string | undefined>>
}

export const EXIT = { ok: 0, error: 1, usage: 2, interrupted: 130 } as const

/** Ends a command with a message on standard error and an exit code. */
export class Exit extends Error {
  readonly code: number

  constructor(code: number, message: string) {
    super(message)
    this.name = "Exit"
    this.code = code
  }
}

export const failed = (message: string) => new Exit(EXIT.error, message)

export const misused = (message: string) => new Exit(EXIT.usage, message)

/** The exit code of a command; what it fails with is told. */
export async function endOf(io: Io, command: () => Promise<number>): Promise<number> {
  try {
    return await command()
  } catch (error) {
    if (!(error instanceof Exit)) throw error
    io.err(`${(io.colours?.err ?? plain)("red", "hexarium:")} ${error.message}\n`)
    return error.code
  }
}
