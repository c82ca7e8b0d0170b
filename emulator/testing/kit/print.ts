import { table } from "../../api/index.ts"
import { ID_PROPERTIES } from "./calls.ts"
import { requestPath } from "./http-target.ts"
import { withConstants } from "./print-constants.ts"
import { literal, spread } from "./print-literal.ts"
import { type Step, shorten } from "./session.ts"
import type { KitRequest } from "./targets.ts"
import { differenceLines, type WorldName } from "./world-name.ts"

const ID = /"([0-9a-f]{24})"/g

/** Maps IDs in responses to expressions, so that printed code contains `a2.item_id` instead of a literal ID. */
class Names {
  readonly #names = new Map<string, string>()
  readonly #contents = new Map<string, string>()

  learn(variable: string, body: unknown): void {
    if (typeof body === "string" && body !== "") this.#contents.set(JSON.stringify(body), variable)
    if (typeof body !== "object" || body === null) return
    for (const name of ID_PROPERTIES) {
      const id = (body as Record<string, unknown>)[name]
      if (typeof id === "string" && id !== "" && !this.#names.has(id)) this.#names.set(id, `${variable}.${name}`)
    }
  }

  apply(code: string): string {
    const named = code.replaceAll(ID, (text, id: string) => this.#names.get(id) ?? text)
    return [...this.#contents].reduce((text, [content, name]) => text.replaceAll(content, name), named)
  }
}

const MAX_CALL = 200
const MAX_ANSWER = 190
const SHOWN_DIGITS = 6

/** Shortens a response. Its IDs differ from run to run. */
const shortAnswer = (body: unknown): string =>
  shorten(
    (JSON.stringify(body) ?? "").replaceAll(ID, (_, id: string) => `"${id.slice(0, SHOWN_DIGITS)}…"`),
    MAX_ANSWER,
  )

/** Prints calls, each with its answer as a comment. The bodies of the steps in `apart` are constants above their calls. */
function printCalls(steps: readonly Step[], apart: ReadonlySet<Step>): readonly string[] {
  const names = new Names()
  const calls = steps.map((step, at) => {
    if ("advancedMs" in step) return { step, lines: [`await target.advance(${step.advancedMs})`] }
    const { request, answer } = step
    const variable = `a${at + 1}`
    const body = `body${at + 1}`
    const isApart = apart.has(step)
    const whole = names.apply(literal(request))
    const part = names.apply(`body: ${literal(request.body)}`)
    const call = isApart ? whole.replace(part, () => `body: ${body}`) : whole
    const constant = isApart ? [`const ${body} = ${names.apply(spread(request.body))}`] : []
    names.learn(variable, answer.body)
    const comment = `// ${answer.status} ${shortAnswer(answer.body)}`
    return { step, variable, constant, call: `await target.call(${call})`, lines: [comment] }
  })
  const code = calls.map(({ call = "", constant = [] }) => [...constant, call].join("\n")).join("\n")
  const printed = calls.flatMap(({ variable, constant = [], call, lines }) => {
    if (call === undefined) return lines
    const isUsed = new RegExp(`\\b${variable}\\b`).test(code)
    return [...constant, isUsed ? `const { body: ${variable} } = ${call}` : call, ...lines]
  })
  const isLong = printed.some((line) => isCall(line) && line.length > MAX_CALL)
  return isLong || apart.size > 0 ? withConstants(printed, steps) : printed
}

const isCall = (line: string): boolean => line.includes("await target.call(")

/** Prints calls with at most MAX_CALL characters, if their users, places and bodies are the long parts. */
function printShortCalls(steps: readonly Step[]): readonly string[] {
  const lines = printCalls(steps, new Set())
  const requests = steps.filter((step) => "request" in step)
  const long = lines.filter(isCall).flatMap((line, at) => {
    const step = requests[at]
    return line.length > MAX_CALL && step?.request.body !== undefined ? [step] : []
  })
  return long.length === 0 ? lines : printCalls(steps, new Set<Step>(long))
}

/** Prints calls as TypeScript code. The code runs unchanged if the paths of the world's fixture files are known. */
export function printTypeScript({ text, paths, difference }: WorldName, steps: readonly Step[]): string {
  return [
    ...(paths === null ? [] : ['import { createWorldFromFiles } from "hexarium/node"']),
    'import { worldTarget } from "hexarium/testing"',
    "",
    ...(paths === null
      ? [`// create the world as a fork of ${text}`]
      : [`const world = await createWorldFromFiles(${JSON.stringify(paths)})`]),
    ...differenceLines({ text, difference }).map((line) => `// ${line}`),
    "const target = worldTarget(world)",
    ...printShortCalls(steps),
    "",
  ].join("\n")
}

const quote = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`

const CONTROL = `-H 'X-Hexarium: 1' -H "$JSON"`

function partsOf({ form, file }: KitRequest): string | undefined {
  if (form === undefined && file === undefined) return undefined
  const fields = Object.entries(form ?? {}).map(([name, value]) => ` --form-string ${quote(`${name}=${value}`)}`)
  return `${fields.join("")}${file === undefined ? "" : ` -F ${quote(`file=@-;filename=${file.name}`)}`}`
}

function contentsOf({ file }: KitRequest): string {
  if (file === undefined) return ""
  return "text" in file ? `printf %s ${quote(file.text)} | ` : `printf %s ${quote(file.base64)} | base64 -d | `
}

export function printCurl(steps: readonly Step[]): string {
  const users = [...new Set(steps.flatMap((step) => ("request" in step ? [step.request.user] : [])))]
  const tokens = users.map(
    (user, at) =>
      `AUTH${at + 1}="Authorization: Bearer $(curl -s -X POST "$HEXARIUM_URL/_hexarium/worlds/main/tokens" ${CONTROL} -d ${quote(JSON.stringify({ user }))} | sed 's/.*"token":"\\([^"]*\\)".*/\\1/')"`,
  )
  const calls = steps.map((step) => {
    if ("advancedMs" in step) {
      return `curl -s -X POST "$HEXARIUM_URL/_hexarium/worlds/main/clock" ${CONTROL} -d '{"advance":${step.advancedMs}}'`
    }
    const { request } = step
    const method = table[request.operation].method.toUpperCase()
    const body =
      partsOf(request) ?? (request.body === undefined ? "" : ` -H "$JSON" -d ${quote(JSON.stringify(request.body))}`)
    const authorization = `"$AUTH${users.indexOf(request.user) + 1}"`
    return `${contentsOf(request)}curl -s -X ${method} "$HEXARIUM_URL/api/v0${requestPath(request)}" -H ${authorization}${body}`
  })
  return ["JSON='Content-Type: application/json'", ...tokens, ...calls, ""].join("\n")
}
