import type { StepExplanation } from "../model/index.ts"

/** A request of a way: a call in this process, or an HTTP request. */
type AnyRequest =
  | { readonly operation: string; readonly as?: string | undefined; readonly input: object }
  | { readonly method: string; readonly path: string; readonly as?: string | undefined; readonly body?: unknown }

type AnyStep = Pick<StepExplanation, "step" | "passed" | "says" | "section">

interface AnyExplanation {
  readonly steps: readonly AnyStep[]
  readonly note?: string | undefined
  readonly ways: readonly {
    readonly says: string
    readonly request?: AnyRequest | undefined
    readonly change?: readonly AnyRequest[] | undefined
    readonly status: number
  }[]
}

const NAME_WIDTH = 10

/** Returns an explanation as lines: each step, and each way with its requests. */
export const explanationLines = ({ steps, ways, note }: AnyExplanation): string[] => [
  ...steps.map(stepLine),
  ...wayLines(ways),
  ...(note === undefined ? [] : [`note: ${note}`]),
]

/** Returns the step that failed and the ways as lines, for the message of a failed test. */
export const failureLines = ({ steps, ways, note }: AnyExplanation): string[] => [
  ...steps.filter(({ passed }) => !passed).map(stepLine),
  ...wayLines(ways),
  ...(note === undefined ? [] : [`note: ${note}`]),
]

const stepLine = ({ step, passed, says, section }: AnyStep) =>
  `${passed ? "✓" : "✗"} ${step.padEnd(NAME_WIDTH)} ${oneLine(says)}${passed ? "" : ` (${section})`}`

const wayLines = (ways: AnyExplanation["ways"]): string[] =>
  ways.flatMap(({ says, request, change = [], status }, at) => [
    `way ${at + 1}: ${oneLine(says)} → ${status}`,
    ...change.map((one) => `    first  ${requestLine(one)}`),
    ...(request === undefined ? [] : [`    ${change.length === 0 ? "send  " : "then  "} ${requestLine(request)}`]),
  ])

const MAX_BODY_CHARACTERS = 500

function requestLine(request: AnyRequest): string {
  const [what, body] =
    "operation" in request ? [request.operation, request.input] : [`${request.method} ${request.path}`, request.body]
  const text = body === undefined ? "" : ` ${JSON.stringify(body)}`
  const shown = text.length > MAX_BODY_CHARACTERS ? `${text.slice(0, MAX_BODY_CHARACTERS)}…` : text
  return `${what}${request.as === undefined ? "" : ` as ${request.as}`}${oneLine(shown)}`
}

const oneLine = (text: string): string => text.replaceAll(/\s*\n\s*/g, " ")
