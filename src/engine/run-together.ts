import type { Owed } from "../records/failure.ts"
import type { Change } from "../state/change.ts"
import type { State } from "../state/state.ts"
import type { Command, Writer, WriterHooks } from "./writer.ts"

/** Whom the result of a job is told. */
export interface Settling {
  readonly resolve: (result: unknown) => void
  readonly reject: (error: unknown) => void
}

/** A transaction that waits. */
export interface CommandJob extends Settling {
  readonly begin: WriterHooks["begin"]
  readonly command: Command<unknown>
}

/** What commands came to that ran on each other's results. */
export interface Together {
  readonly stored: readonly { readonly state: State; readonly change: Change; readonly behalf: unknown }[]
  readonly owed: readonly Owed[]
  readonly answers: readonly { readonly whenStored: () => void; readonly whenNot: (error: unknown) => void }[]
}

/** Runs commands on each other's results. */
export function runTogether(writer: Writer, batch: readonly CommandJob[]): Together {
  const stored: Together["stored"][number][] = []
  const owed: Owed[] = []
  const answers: Together["answers"][number][] = []
  let { state } = writer
  for (const { command, begin, resolve, reject } of batch) {
    // Results that precede the first change of the batch hold whether or not the batch is stored.
    const isCertain = stored.length === 0
    try {
      const made = writer.attempt(command, begin, state, writer.version + stored.length)
      const answer = () => resolve(made.result)
      if (made.change !== null) {
        stored.push({ state: made.state, change: made.change, behalf: command.author?.behalf })
        owed.push(...made.owed)
      }
      answers.push({ whenStored: answer, whenNot: isCertain && made.change === null ? answer : reject })
      state = made.state
    } catch (error) {
      const refuse = () => reject(error)
      answers.push({ whenStored: refuse, whenNot: isCertain ? refuse : reject })
    }
  }
  return { stored, owed, answers }
}
