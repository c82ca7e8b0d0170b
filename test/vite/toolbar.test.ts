import { writeFile } from "node:fs/promises"
import { get } from "node:http"
import { join } from "node:path"
import { expect, test } from "vitest"
import WebSocket from "ws"
import { CHOICE_COOKIE, type PageChoice, readChoice, writeChoice } from "../../emulator/vite/page-choice.ts"
import { ADA, SHOP, useViteProject } from "./vite-project.ts"

/** docs/how-to/vite.md, "The toolbar". */

const project = useViteProject()

const TWO_USERS = SHOP.replace(
  "token: ada-token }",
  "token: ada-token }, { email: bob@shop.test, username: Bob, password: correct-horse-2, token: bob-token }",
).replace("members: [ada@shop.test]", "members: [ada@shop.test, bob@shop.test]")

const ACTING: PageChoice = { world: "main", acting: { user: "bob@shop.test", token: "bob-token" } }
const cookieOf = (choice: PageChoice) => ({ cookie: writeChoice(choice).split(";")[0] ?? "" })
const SAME_ORIGIN = { "sec-fetch-site": "same-origin" }

/** Sends a request with any headers. `fetch` sets some of them itself. */
function ask(url: string, headers: Record<string, string>): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    get(url, { headers }, async (response) => {
      const body = (await response.setEncoding("utf8").toArray()).join("")
      resolve({ status: response.statusCode ?? 0, body })
    }).on("error", reject)
  })
}

async function openTwoUsers(toolbar = true) {
  await writeFile(join(project.root, "shop.yaml"), TWO_USERS)
  return (await project.open({ fixture: "shop.yaml", toolbar })).url
}

const callerOf = async (url: string, headers: Record<string, string>) => {
  const { status, body } = await ask(`${url}/api/v0/userinfo`, headers)
  return status === 200 ? JSON.parse(body).email : status
}

test("pages of the dev server load the toolbar only if the option is set", async () => {
  const script = 'src="/__hexarium/ui/toolbar.js"'
  const { url, server } = await project.open({ fixture: "shop.yaml", toolbar: true }, { base: "/shop/" })
  expect((await ask(`${url}/shop/`, { accept: "text/html" })).body).toContain(script)
  expect(await server.transformIndexHtml("/other.html", "<p>")).toContain(script)
  const without = await project.open({ fixture: "shop.yaml" })
  expect((await ask(without.url, { accept: "text/html" })).body).not.toContain("toolbar")
})

test("the toolbar is for this machine only, even with a token for the control plane", async () => {
  const { url } = await project.open({ toolbar: true, controlToken: "secret" })
  const elsewhere = { "x-forwarded-for": "192.0.2.1" }
  const script = `${url}/__hexarium/ui/toolbar.js`
  expect((await ask(script, {})).status).toBe(200)
  expect((await ask(script, elsewhere)).status).toBe(403)
  expect((await ask(`${script}?`, elsewhere)).status).toBe(403)
  expect((await ask(`${url}/__hexarium/`, elsewhere)).status).toBe(200)
  expect((await ask(`${url}/_hexarium/worlds`, {})).status).toBe(200)
  expect((await ask(`${url}/_hexarium/worlds`, elsewhere)).status).toBe(403)
  expect((await ask(`${url}/_hexarium/worlds`, { origin: "https://evil.example" })).status).toBe(403)
})

test("a page's requests run as the chosen user", async () => {
  const url = await openTwoUsers()
  const page = { ...SAME_ORIGIN, ...cookieOf(ACTING) }
  expect(await callerOf(url, { ...page, ...ADA })).toBe("bob@shop.test")
  expect(await callerOf(url, { ...page, Authorization: "bearer nothing" })).toBe("bob@shop.test")
  // A request without a token is one of a page that nobody has logged in to.
  expect(await callerOf(url, page)).toBe(401)
})

test("requests of other sites and of the dashboard keep their token", async () => {
  const url = await openTwoUsers()
  const cookie = cookieOf(ACTING)
  for (const site of [{}, ...["same-site", "cross-site", "none"].map((value) => ({ "sec-fetch-site": value }))]) {
    expect(await callerOf(url, { ...site, ...cookie, ...ADA })).toBe("ada@shop.test")
  }
  // The dashboard has an acting user of its own.
  expect(await callerOf(url, { ...SAME_ORIGIN, ...cookie, ...ADA, "x-hexarium": "1" })).toBe("ada@shop.test")
})

test("a dev server without toolbar ignores the choice", async () => {
  const url = await openTwoUsers(false)
  expect(await callerOf(url, { ...SAME_ORIGIN, ...cookieOf(ACTING), ...ADA })).toBe("ada@shop.test")
})

test("requests that name no world go to the chosen one", async () => {
  const url = await openTwoUsers()
  const init = {
    method: "POST",
    headers: { "content-type": "application/json", "x-hexarium": "1" },
    body: '{"name":"try"}',
  }
  expect((await fetch(`${url}/_hexarium/worlds`, init)).status).toBe(201)
  const page = { ...SAME_ORIGIN, ...cookieOf({ world: "try" }), ...ADA }
  const paths = async (world: string) => {
    const { requests } = JSON.parse((await ask(`${url}/_hexarium/worlds/${world}/requests`, {})).body)
    return requests.map(({ path }: { path: string }) => path)
  }
  await ask(`${url}/api/v0/userinfo`, page)
  expect([await paths("main"), await paths("try")]).toEqual([[], ["/api/v0/userinfo"]])
  await ask(`${url}/w/main/api/v0/userinfo`, page)
  await ask(`${url}/api/v0/userinfo`, { ...page, "x-hexarium-world": "main" })
  expect((await paths("main")).length).toBe(2)
  // The user is one of the chosen world, so other worlds keep the token that was sent.
  const acting = { ...SAME_ORIGIN, ...cookieOf({ ...ACTING, world: "try" }), ...ADA }
  expect(await callerOf(url, acting)).toBe("bob@shop.test")
  expect(await callerOf(url, { ...acting, "x-hexarium-world": "main" })).toBe("ada@shop.test")
})

test("a WebSocket of the hub is opened as the chosen user", async () => {
  const url = await openTwoUsers()
  const socket = new WebSocket(`${url.replace("http", "ws")}/hub?access_token=nothing`, {
    headers: { ...SAME_ORIGIN, ...cookieOf(ACTING) },
  })
  await new Promise((resolve, reject) => socket.once("open", resolve).once("error", reject))
  socket.terminate()
})

test("a choice is read as it was written, and anything else is none", () => {
  for (const choice of [ACTING, { world: "a-b_C9" }, { ...ACTING, world: "try" }]) {
    expect(readChoice(`theme=dark; ${writeChoice(choice)}`)).toEqual(choice)
  }
  expect(writeChoice({ world: "main" })).toContain("Max-Age=0")
  const none = { world: "main" }
  for (const value of ["", "%", "null", "1", "%7B%22world%22%3A%22..%2F%22%7D", "%7B%7D"]) {
    expect(readChoice(`${CHOICE_COOKIE}=${value}`)).toEqual(none)
  }
  expect(readChoice(`x${CHOICE_COOKIE}=${encodeURIComponent('{"world":"try"}')}`)).toEqual(none)
  const badToken = encodeURIComponent(JSON.stringify({ world: "try", acting: { user: "bob", token: "a\r\nb: c" } }))
  expect(readChoice(`${CHOICE_COOKIE}=${badToken}`)).toEqual({ world: "try" })
})
