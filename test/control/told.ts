import { controlTable } from "../../emulator/control/control-table.ts"
import { type Route, splitKey } from "../../emulator/control/index.ts"

const patterns = controlTable.map((route) => {
  const { method, path } = splitKey(route.at)
  return { method, pattern: new RegExp(`^/_hexarium${path.replaceAll(/:[^/]+/g, "[^/]+")}$`), route }
})

/** The control plane's route for a request. */
export const routeOf = (method: string, path: string): Route | undefined =>
  patterns.find((one) => one.method === method && one.pattern.test(path))?.route

/** Checks a response of the control plane against the route's schema and status. */
export function expectTold(method: string, url: string, { status }: Response, text: string): void {
  const route = routeOf(method, new URL(url).pathname)
  if (route === undefined || status >= 400) return
  const { answer, status: promised = 200 } = route.words
  if (status !== promised) throw new Error(`${route.at}: answered ${status}, not ${promised}`)
  if (typeof answer !== "function") return
  const { error } = answer().safeParse(JSON.parse(text))
  if (error !== undefined) throw new Error(`${route.at}: the answer is not the promised one: ${error.message}`)
}
