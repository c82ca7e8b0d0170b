import { fileURLToPath } from "node:url"
import { setupServer } from "msw/node"
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest"
import { testWorlds } from "../../../../emulator/testing/runners/index.ts"
import { hexariumHandlers } from "../../../../emulator/testing/runners/msw.ts"
import { hexariumTest } from "../../../../emulator/testing/runners/vitest.ts"

const SHOP = fileURLToPath(new URL("../../../../examples/msw/shop.yaml", import.meta.url))
const API = "https://api.example.com/api/v0"
const BOB = "bob@shop.test"

/** These tests run once in each environment of vitest.config.ts that has the globals of a page: jsdom and happy-dom. */

/** Sends what a page can send in each way: a JSON body, a form with a file, and no body. */
const sendsEverything = async (send: typeof fetch, token: string) => {
  const authorization = `Bearer ${token}`
  const logIn = await send(`${API}/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email: BOB, password: "bob" }),
  })
  expect(await logIn.json()).toHaveProperty("token")
  const wrong = await send(
    new Request(`${API}/login`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ email: BOB, password: "wrong" }),
    }),
  )
  expect(wrong.status).toBe(401)
  const form = new FormData()
  form.append("filename", "note.txt")
  form.append("file", new Blob(["drei Äpfel"], { type: "text/plain" }), "note.txt")
  const upload = await send(`${API}/files`, { method: "POST", headers: { authorization }, body: form })
  const { file_id } = (await upload.json()) as { readonly file_id: string }
  const file = await send(`${API}/files/${file_id}`, { headers: { authorization } })
  expect(await file.text()).toBe("drei Äpfel")
}

/** `XMLHttpRequest` as jsdom and happy-dom define it. It is declared here because the tests have no DOM types. */
declare class XMLHttpRequest extends EventTarget {
  readonly status: number
  readonly responseText: string
  open(method: string, url: string): void
  setRequestHeader(name: string, value: string): void
  send(body: string | FormData | null): void
}

interface Answer {
  readonly status: number
  readonly text: string
}

const askByXhr = (method: string, path: string, token: string | null, body: string | FormData | null) =>
  new Promise<Answer>((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open(method, `${API}${path}`)
    if (token !== null) request.setRequestHeader("authorization", `Bearer ${token}`)
    if (typeof body === "string") request.setRequestHeader("content-type", "application/json")
    request.addEventListener("load", () => resolve({ status: request.status, text: request.responseText }))
    request.addEventListener("error", () => reject(new Error(`${method} ${path} failed`)))
    request.send(body)
  })

const worlds = testWorlds({ fixture: SHOP })

describe("fetch of a test's world", () => {
  test("works with worlds.fresh()", async () => {
    const own = await worlds.fresh()
    await sendsEverything(own.fetch, await own.token(BOB))
    await own.close()
  })

  test(
    "works with worlds.inWorld, on which Jest's and node:test's runners are built",
    worlds.inWorld(async ({ fetch, token }) => sendsEverything(fetch, await token(BOB))),
  )

  hexariumTest({ fixture: SHOP })("of Vitest's runner", async ({ fetch, token }) =>
    sendsEverything(fetch, await token(BOB)),
  )
})

test("the typed client sends bodies", async () => {
  const own = await worlds.fresh()
  const bob = own.client(BOB)
  const params = { "app-id": "SHOP", "datastore-id": "Orders" }
  const { item } = await bob.createItem({ params, body: { item: { Total: 3 }, return_item_result: true } })
  expect(Object.values(item ?? {})).toContain("O-0001")
})

describe("hexariumHandlers", () => {
  const network = setupServer()
  beforeAll(() => network.listen({ onUnhandledRequest: "error" }))
  afterEach(() => network.resetHandlers())
  afterAll(() => network.close())

  test("answer the page's fetch", async () => {
    const own = await worlds.fresh()
    network.use(...hexariumHandlers(own, { baseUrl: "https://api.example.com" }))
    await sendsEverything(fetch, await own.token(BOB))
  })

  test("answer XMLHttpRequest", async () => {
    const own = await worlds.fresh()
    network.use(...hexariumHandlers(own))
    const token = await own.token(BOB)
    const logIn = await askByXhr("POST", "/login", null, JSON.stringify({ email: BOB, password: "bob" }))
    expect(JSON.parse(logIn.text)).toHaveProperty("token")
    const form = new FormData()
    form.append("filename", "note.txt")
    form.append("file", new Blob(["drei Äpfel"], { type: "text/plain" }), "note.txt")
    const { file_id } = JSON.parse((await askByXhr("POST", "/files", token, form)).text)
    expect(await askByXhr("GET", `/files/${file_id}`, token, null)).toEqual({ status: 200, text: "drei Äpfel" })
  })
})
