import { afterEach, expect, test, vi } from "vitest"
import { createApp } from "../../emulator/app.ts"
import { createControl } from "../../emulator/client/index.ts"
import { createKit } from "../../emulator/testing/kit/index.ts"
import { createWorld } from "../../src/world/index.ts"
import { DESK } from "../control/desk.ts"

const URL_OF_SERVER = "http://127.0.0.1:7575"

/** A server that requires a token, reached from another machine through a proxy. */
async function remoteServer(controlToken: string): Promise<void> {
  const app = createApp({ world: await createWorld({ fixture: DESK }), controlToken })
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input) => {
    const request = new Request(input as Request)
    request.headers.set("x-forwarded-for", "10.0.0.7")
    return app.fetch(request)
  })
}

afterEach(() => vi.restoreAllMocks())

test("a server that asks for a token is controlled with it", async () => {
  await remoteServer("the-token")
  expect((await createControl({ url: URL_OF_SERVER, token: "the-token" }).listWorlds()).worlds).toHaveLength(1)
  await expect(createControl({ url: URL_OF_SERVER }).listWorlds()).rejects.toThrow("listWorlds: 403 NO_PRIVILEGES: ")
})

test("a kit shows it to the control plane, and to nothing else", async () => {
  await remoteServer("the-token")
  const kit = await createKit({ url: URL_OF_SERVER, token: "the-token" })
  const target = await kit.open()
  expect((await target.call({ operation: "getUserInfo", user: "ada@acme.test" })).status).toBe(200)
  await target.close()
  await expect(createKit({ url: URL_OF_SERVER })).rejects.toThrow("403")
})
