import { type App, createApp } from "../../emulator/index.ts"
import type { Fixture } from "../../src/fixtures/index.ts"
import { createEngineWorld, type EngineWorld } from "../../src/world/index.ts"
import type { Answered } from "./desk.ts"
import { expectTold } from "./told.ts"

/** A fixture's world with API and control plane. Responses of the control plane are checked against its table. */
export async function openControl(fixture: Fixture): Promise<{
  readonly world: EngineWorld
  readonly app: App
  readonly control: (method: string, path: string, body?: unknown, headers?: object) => Promise<Answered>
  readonly api: (
    token: string | null,
    method: string,
    path: string,
    body?: unknown,
    headers?: object,
  ) => Promise<Answered>
}> {
  const world = await createEngineWorld({ fixture })
  const app = createApp({ world })
  const send = async (method: string, url: string, body: unknown, headers: object): Promise<Answered> => {
    const answer = await app.fetch(
      new Request(url, {
        method,
        headers: { "content-type": "application/json", ...headers },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
    )
    const text = await answer.text()
    if (url.includes("/_hexarium/")) expectTold(method, url, answer, text)
    const isJson = answer.headers.get("content-type")?.includes("json") === true
    return { status: answer.status, headers: answer.headers, body: isJson ? JSON.parse(text) : text }
  }
  return {
    world,
    app,
    control: (method, path, body, headers = {}) =>
      send(method, `http://hexarium/_hexarium${path}`, body, { "x-hexarium": "1", ...headers }),
    api: (token, method, path, body, headers = {}) =>
      send(method, `http://hexarium/api/v0${path}`, body, {
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
        ...headers,
      }),
  }
}
