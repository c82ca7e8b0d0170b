import type { KitCommand } from "../../kit/commands/command.ts"
import type { Prediction } from "./model/model.ts"
import type { KitAnswer, KitRequest, Target, WireBody } from "../../kit/targets.ts"

/** A difference between what the model predicts and what the target answered. */
export class Disagreement extends Error {
  constructor(message: string) {
    super(message)
    this.name = "Disagreement"
  }
}

/** A request that was made, with its answer. */
export interface Exchange {
  /** What was asked. */
  readonly request: KitRequest
  /** What was answered. */
  readonly answer: KitAnswer
}

/** Which of the looks of which command. */
export interface Look {
  /** The command that looks. */
  readonly command: KitCommand | null
  /** Which of its looks, from 0. */
  readonly nth: number
}

/** Something that was done to the target: a request, or a step of its clock. */
export type Step =
  | Exchange
  | {
      /** By how many milliseconds the clock went on. */
      readonly advancedMs: number
    }

/** One run of a sequence of commands against a target: makes the requests and remembers them. */
export class Session {
  /** What the requests are made to. */
  readonly target: Target
  /** What was done, in order. */
  readonly steps: Step[] = []
  /** The commands that ran, in order. */
  readonly commands: KitCommand[] = []
  /** The look that was made last. */
  lastLook: Look | null = null
  /** The one look that is made; undefined = all of them, null = none. */
  readonly #only: Look | null | undefined
  #looks = 0

  constructor(target: Target, only?: Look | null) {
    this.target = target
    this.#only = only
  }

  /** A command begins. */
  begin(command: KitCommand): void {
    this.commands.push(command)
    this.#looks = 0
    this.lastLook = null
  }

  /**
   * Whether to have a look at what is there now, which changes nothing and which a shrunk case can do without. Asked before
   * each look.
   */
  mayLook(): boolean {
    const look = { command: this.commands.at(-1) ?? null, nth: this.#looks }
    this.#looks += 1
    const isMade = this.#only === undefined || (this.#only?.command === look.command && this.#only.nth === look.nth)
    if (isMade) this.lastLook = look
    return isMade
  }

  /** Makes a request and remembers it. */
  async call(request: KitRequest): Promise<KitAnswer> {
    const answer = await this.target.call(request)
    this.steps.push({ request, answer })
    return answer
  }

  /** Moves the clock by milliseconds and remembers it. */
  advance(ms: number): ReturnType<Target["advance"]> {
    this.steps.push({ advancedMs: ms })
    return this.target.advance(ms)
  }

  /** Makes a request and checks status and codes against the prediction. */
  async expect(request: KitRequest, prediction: Prediction): Promise<KitAnswer> {
    const answer = await this.call(request)
    const where = `${request.operation} as ${request.user}`
    if (answer.status !== prediction.status) {
      throw new Disagreement(
        `${where} answered ${answer.status} ${shorten(JSON.stringify(answer.body))}, expected ${prediction.status}${prediction.codes === undefined ? "" : ` ${prediction.codes.join(" ")}`}`,
      )
    }
    if (prediction.codes !== undefined) {
      const codes = errorCodesOf(answer.body)
      const answered = prediction.isRepeated === true ? [...new Set(codes)] : codes
      if ([...answered].sort().join() !== [...prediction.codes].sort().join()) {
        throw new Disagreement(`${where} answered the codes [${answered}], expected [${prediction.codes}]`)
      }
    }
    return answer
  }
}

const MAX_SHOWN = 300

/** Text that is not too long for a message. */
export const shorten = (text: string): string => (text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text)

/** The codes an answer carries, in whichever of the error shapes. */
export function errorCodesOf(body: WireBody): string[] {
  if (body === null || typeof body !== "object") return []
  const elements = Array.isArray(body.error) ? body.error : Array.isArray(body.errors) ? body.errors : null
  if (elements !== null) return elements.map((element: WireBody) => element.error_code ?? "")
  return typeof body.error_code === "string" ? [body.error_code] : []
}
