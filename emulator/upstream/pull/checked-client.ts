import { pathText } from "../../../src/fixtures/index.ts"
import { issueText } from "../../../src/model/input/index.ts"
import type { Client } from "../../client/index.ts"
import { UpstreamProblem } from "../upstream-problem.ts"
import { ANSWER_SHAPES, COUNT_SHAPE } from "./answer-shapes.ts"

type Call = (input?: { readonly body?: { readonly return_count_only?: boolean } }) => Promise<unknown>

/**
 * Returns a client whose calls reject with an `UpstreamProblem` if a response is not JSON, or lacks what the fixture and the
 * types are made of. The message names the server and the call, also if several calls run at a time.
 */
export function checkedClient(api: Client, baseUrl: string): Client {
  const calls = Object.entries(ANSWER_SHAPES).map(([name, shape]): [string, Call] => {
    const operation = `${name[0]?.toUpperCase()}${name.slice(1)}`
    const call = api[name as keyof typeof ANSWER_SHAPES] as Call
    return [
      name,
      async (input) => {
        const answer = await call(input).catch((error: unknown) => {
          throw error instanceof SyntaxError ? otherServer(baseUrl, operation, "is not JSON") : error
        })
        const read = (input?.body?.return_count_only ? COUNT_SHAPE : shape).safeParse(answer)
        if (read.success) return answer
        const [issue] = read.error.issues
        // `z.core` would make every entry of the package load the whole library.
        const path = issue?.path.map((part) => (typeof part === "number" ? part : String(part))) ?? []
        const place = path.length > 0 ? ` at ${pathText(path)}` : ""
        throw otherServer(baseUrl, operation, `has another form${place}: ${issue && issueText(issue, answer)}`)
      },
    ]
  })
  return { ...api, ...Object.fromEntries(calls) }
}

const otherServer = (baseUrl: string, operation: string, fault: string) =>
  new UpstreamProblem(
    `${baseUrl} is not a server of this API: the response to ${operation} ${fault}; check the base URL`,
  )
