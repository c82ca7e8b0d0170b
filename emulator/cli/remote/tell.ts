import type { JsonFlag } from "../flags/remote-flags.ts"
import type { Io } from "../io.ts"

/** Prints an answer of the control plane as it is, or in words. */
export function tell(io: Io, { json }: JsonFlag, answer: unknown, words: () => string): void {
  io.out(json ? `${JSON.stringify(answer, null, 2)}\n` : words())
}

/** Only members that are there. */
export const given = <T extends object>(members: T): { [N in keyof T]?: Exclude<T[N], undefined> } =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as {
    [N in keyof T]?: Exclude<T[N], undefined>
  }
