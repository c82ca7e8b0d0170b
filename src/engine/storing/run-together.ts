import type { PendingJob } from "../../model/records/index.ts"
import type { Change, State } from "../../state/index.ts"
import { withPauses } from "../background/next-turn.ts"
import type { PausedParts } from "./tx-work.ts"
import type { Command, Writer, WriterHooks } from "./writer.ts"

export interface JobCallbacks {
  readonly resolve: (result: unknown) => void
  readonly reject: (error: unknown) => void
  /** When the job was queued, in milliseconds by the machine's clock. */
  readonly since: number
}

export interface CommandJob extends JobCallbacks {
  readonly begin: WriterHooks["begin"]
  readonly command: Command<unknown>
  /** Present if the command runs in turns. It is then stored by itself. */
  readonly turns?: PausedParts<unknown>
}

export interface BatchResult {
  readonly stored: readonly { readonly state: State; readonly change: Change; readonly cause: unknown }[]
  readonly jobs: readonly PendingJob[]
  readonly answers: readonly { readonly whenStored: () => void; readonly whenNot: (error: unknown) => void }[]
}

/** Runs a command in turns on the writer's state. Publishes nothing. */
export async function runInTurns(writer: Writer, job: CommandJob, turns: PausedParts<unknown>): Promise<BatchResult> {
  const { command, begin, resolve, reject } = job
  try {
    const parts = writer.attemptInParts(command, turns, begin, writer.state, writer.version)
    const { result, state, change, jobs } = await withPauses(parts, turns.pause)
    const answer = () => resolve(result)
    if (change === null) return { stored: [], jobs: [], answers: [{ whenStored: answer, whenNot: answer }] }
    const stored = [{ state, change, cause: command.author?.cause }]
    return { stored, jobs, answers: [{ whenStored: answer, whenNot: reject }] }
  } catch (error) {
    const refuse = () => reject(error)
    return { stored: [], jobs: [], answers: [{ whenStored: refuse, whenNot: refuse }] }
  }
}

/** Runs each command on the state that the previous command produced. Publishes none of the states. */
export function runBatch(writer: Writer, batch: readonly CommandJob[]): BatchResult {
  const stored: BatchResult["stored"][number][] = []
  const jobs: PendingJob[] = []
  const answers: BatchResult["answers"][number][] = []
  let { state } = writer
  for (const { command, begin, resolve, reject } of batch) {
    // Commands before the batch's first change depend on nothing unstored, so their results are valid even if the batch is not stored.
    const isCertain = stored.length === 0
    try {
      const made = writer.attempt(command, begin, state, writer.version + stored.length)
      const answer = () => resolve(made.result)
      if (made.change !== null) {
        stored.push({ state: made.state, change: made.change, cause: command.author?.cause })
        jobs.push(...made.jobs)
      }
      answers.push({ whenStored: answer, whenNot: isCertain && made.change === null ? answer : reject })
      state = made.state
    } catch (error) {
      const refuse = () => reject(error)
      answers.push({ whenStored: refuse, whenNot: isCertain ? refuse : reject })
    }
  }
  return { stored, jobs, answers }
}
