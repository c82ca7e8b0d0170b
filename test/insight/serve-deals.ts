import { type AppOptions, createApp } from "../../emulator/index.ts"
import { smallWorld } from "../sample-worlds/small.ts"

/** The reason with which the past refuses writes. */
export const READ_ONLY = "versions of the past are read only; fork one with POST /_hexarium/worlds {from, version}"

/** Path of the datastore whose items the tests change. */
export const DEALS = "/applications/CRM/datastores/Deals"

/** A server with one world, and calls to it as Ada. */
export async function serveDeals(options: Omit<AppOptions, "world"> = {}) {
  const world = await smallWorld()
  const app = createApp({ world, ...options })
  const fetch = async (
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
    env?: object,
  ) => {
    const answer = await (app.fetch as (request: Request, env?: object) => Promise<Response>)(
      new Request(`http://localhost${path}`, {
        method,
        headers: { authorization: "Bearer ada-token", "content-type": "application/json", ...headers },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
      env,
    )
    const text = await answer.text()
    return { status: answer.status, headers: answer.headers, text, body: text === "" ? null : JSON.parse(text) }
  }
  const api = (method: string, path: string, body?: unknown, headers?: Record<string, string>) =>
    fetch(method, `/api/v0${path}`, body, headers)
  const past = (
    version: string | number,
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ) => fetch(method, `/w/main@${version}/api/v0${path}`, body, headers)
  const control = (method: string, path: string, body?: unknown, headers?: Record<string, string>) =>
    fetch(method, `/_hexarium${path}`, body, { "x-hexarium": "1", ...headers })
  const create = async (Title: string): Promise<string> =>
    (await api("POST", `${DEALS}/items/new`, { item: { Title } })).body.item_id
  return { world, app, fetch, api, past, control, create }
}
