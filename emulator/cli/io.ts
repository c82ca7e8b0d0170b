import { type Paint, plain } from "./colours.ts"

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

export const failed = (message: string) => new Exit(EXIT.error, message)

export const misused = (message: string) => new Exit(EXIT.usage, message)

/** Runs a command and returns its exit code. If the command throws an `Exit`, prints its message. */
export async function endOf(io: Io, command: () => Promise<number>): Promise<number> {
  try {
    return await command()
  } catch (error) {
    if (!(error instanceof Exit)) throw error
    io.err(`${(io.colours?.err ?? plain)("red", "hexarium:")} ${error.message}\n`)
    return error.code
  }
}
