import type { Io } from "../io.ts"

/** Writes a value for programs. */
export const json = (io: Io, value: unknown): void => io.out(`${JSON.stringify(value, null, 2)}\n`)
