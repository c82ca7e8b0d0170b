import type { KitCommand } from "./commands/command.ts"
import type { ModelItem, Prediction } from "./model/model.ts"
import type { KitAnswer, KitRequest, Target, WireBody } from "./targets.ts"

/** Thrown if the target's response differs from the model's prediction. */
export class Disagreement extends Error {
  constructor(message: string) {
    super(message)
    this.name = "Disagreement"
  }
}

export interface Exchange {
  readonly request: KitRequest
  readonly answer: KitAnswer
}

export interface Look {
  readonly command: KitCommand | null
  /** Index of the read within its command, from 0. */
  readonly nth: number
}

export type Step = Exchange | { readonly advancedMs: number }

/** Sends the requests of a command sequence to a target and records them. */
export class Session {
  readonly target: Target
  readonly steps: Step[] = []
  readonly commands: KitCommand[] = []
  /** Items that commands without predictions have written: the status that an action has set last, by i_id. */
  readonly written = new Map<string, string | null | undefined>()
  lastLook: Look | null = null
  /** Whether all commands of the sequence have run. */
  isComplete = false
  /** The only read to perform. If undefined, performs all reads; if null, performs none. */
  readonly #only: Look | null | undefined
  #looks = 0

  constructor(target: Target, only?: Look | null) {
    this.target = target
    this.#only = only
  }

  begin(command: KitCommand): void {
    this.commands.push(command)
    this.#looks = 0
    this.lastLook = null
  }

  /** Whether to perform the command's next read. Shrinking omits reads to find a shorter sequence that still fails. */
  mayLook(): boolean {
    const look = { command: this.commands.at(-1) ?? null, nth: this.#looks }
    this.#looks += 1
    const isMade = this.#only === undefined || (this.#only?.command === look.command && this.#only.nth === look.nth)
    if (isMade) this.lastLook = look
    return isMade
  }

  async call(request: KitRequest): Promise<KitAnswer> {
    const answer = await this.target.call(request)
    this.steps.push({ request, answer })
    return answer
  }

  advance(ms: number): ReturnType<Target["advance"]> {
    this.steps.push({ advancedMs: ms })
    return this.target.advance(ms)
  }

  /** Sends a request and returns the response. Throws a `Disagreement` if the response differs from the prediction. */
  async expect(request: KitRequest, { status, codes, isRepeated }: Prediction): Promise<KitAnswer> {
    const answer = await this.call(request)
    const where = `${request.operation} as ${request.user}`
    if (answer.status !== status) {
      const expected = [status, ...(codes ?? [])].join(" ")
      const received = `${answer.status} ${shorten(JSON.stringify(answer.body))}`
      throw new Disagreement(`${where}: expected ${expected}, received ${received}`)
    }
    if (codes !== undefined) {
      const all = errorCodesOf(answer.body)
      const received = isRepeated ? [...new Set(all)] : all
      if (received.toSorted().join() !== codes.toSorted().join()) {
        throw new Disagreement(`${where}: expected the error codes [${codes}], received [${received}]`)
      }
    }
    return answer
  }
}

export function requireRevision(item: ModelItem | null, { body }: KitAnswer): void {
  const revision = body.rev_no?.rev_no
  if (item !== null && revision !== item.rev)
    throw new Disagreement(`expected rev_no ${item.rev} in the response, received ${revision}`)
}

const MAX_SHOWN = 300

export const shorten = (text: string, most = MAX_SHOWN): string =>
  text.length > most ? `${text.slice(0, most)}…` : text

export function errorCodesOf(body: WireBody): string[] {
  if (body === null || typeof body !== "object") return []
  const elements = Array.isArray(body.error) ? body.error : Array.isArray(body.errors) ? body.errors : null
  if (elements !== null) return elements.map((element: WireBody) => element.error_code ?? "")
  return typeof body.error_code === "string" ? [body.error_code] : []
}
