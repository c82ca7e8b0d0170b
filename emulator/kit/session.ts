import type { Prediction } from "./model/model.ts"
import type { KitAnswer, KitRequest, Target, WireBody } from "./targets.ts"

/** A difference between what the model predicts and what the target answered. */
export class Disagreement extends Error {
  constructor(message: string) {
    super(message)
    this.name = "Disagreement"
  }
}

/** A request that was made, with its answer. */
export interface Exchange {
  readonly request: KitRequest
  readonly answer: KitAnswer
}

/** Something that was done to the target: a request, or a step of its clock. */
export type Step = Exchange | { readonly advancedMs: number }

/** One run of a sequence of commands against a target: makes the requests and remembers them. */
export class Session {
  readonly target: Target
  readonly steps: Step[] = []
  /** How often each command ran. */
  readonly runs = new Map<string, number>()

  constructor(target: Target) {
    this.target = target
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

  /** Makes a request and checks status and codes against the prediction. */
  async expect(request: KitRequest, prediction: Prediction): Promise<KitAnswer> {
    const answer = await this.call(request)
    const where = `${request.operation} as ${request.user}`
    if (answer.status !== prediction.status) {
      throw new Disagreement(
        `${where} answered ${answer.status} ${JSON.stringify(answer.body)}, expected ${prediction.status}${prediction.codes === undefined ? "" : ` ${prediction.codes.join(" ")}`}`,
      )
    }
    if (prediction.codes !== undefined) {
      const answered = errorCodesOf(answer.body)
      if ([...answered].sort().join() !== [...prediction.codes].sort().join()) {
        throw new Disagreement(`${where} answered the codes [${answered}], expected [${prediction.codes}]`)
      }
    }
    return answer
  }
}

/** The codes an answer carries, in whichever of the error shapes. */
export function errorCodesOf(body: WireBody): string[] {
  if (body === null || typeof body !== "object") return []
  const elements = Array.isArray(body.error) ? body.error : Array.isArray(body.errors) ? body.errors : null
  if (elements !== null) return elements.map((element: WireBody) => element.error_code ?? "")
  return typeof body.error_code === "string" ? [body.error_code] : []
}
