import { controlTable } from "../../emulator/control/control-table.ts"
import { type Route, splitKey } from "../../emulator/control/index.ts"

const patterns = controlTable.map((route) => {
  const { method, path } = splitKey(route.at)
  return { method, pattern: new RegExp(`^/_hexarium${path.replaceAll(/:[^/]+/g, "[^/]+")}$`), route }
})

/** The route of the control plane that a request leads to. */
export const routeOf = (method: string, path: string): Route | undefined =>
  patterns.find((one) => one.method === method && one.pattern.test(path))?.route

/** Holds an answer of the control plane against the schema and the status of its route. */
export function expectTold(method: string, url: string, { status }: Response, text: string): void {
  const route = routeOf(method, new URL(url).pathname)
  if (route === undefined || status >= 400) return
  const { answer, status: promised = 200 } = route.words
  if (status !== promised) throw new Error(`${route.at}: answered ${status}, not ${promised}`)
  if (typeof answer !== "function") return
  const { error } = answer().safeParse(JSON.parse(text))
  if (error !== undefined) throw new Error(`${route.at}: the answer is not the promised one: ${error.message}`)
}
