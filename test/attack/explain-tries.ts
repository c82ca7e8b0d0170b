import type { Try } from "./suites.ts"
import { type Attacked, exchange } from "./target.ts"

const CONTROL = { "content-type": "application/json", "x-hexarium": "1" }
const EXPLAIN = "/_hexarium/worlds/main/explain"
const PASSWORD = "correct-horse-1"
const TOKEN = "ada-fixed-token-1"
const EXPLANATION = /"(?:steps|ways)"/

const ask = async ({ url }: Attacked, body: string, headers: Record<string, string> = CONTROL, path = EXPLAIN) => {
  const answer = await fetch(url + path, { method: "POST", headers, body })
  return { status: answer.status, text: await answer.text() }
}

const faultOf = (
  what: string,
  { status, text }: { readonly status: number; readonly text: string },
  isFine: boolean,
) => (isFine ? undefined : `${what} answered ${status}: ${text.slice(0, 200)}`)

const question = (path: string, more: object = {}) =>
  JSON.stringify({ method: "GET", path, as: "ada@acme.test", ...more })

const USER_INFO = question("/api/v0/userinfo")

const STRANGERS: readonly Record<string, string>[] = [
  { ...CONTROL, origin: "https://evil.example" },
  { ...CONTROL, origin: "null" },
  { ...CONTROL, "sec-fetch-site": "cross-site" },
  { ...CONTROL, "x-forwarded-for": "203.0.113.9" },
  { ...CONTROL, forwarded: "for=203.0.113.9" },
  { "content-type": "application/json" },
  { "content-type": "text/plain" },
  { "content-type": `multipart/form-data; boundary=b`, "x-hexarium": "1", origin: "https://evil.example" },
]

/** Paths that no explanation takes: of the control plane, of other worlds, with dots, and none at all. */
const OTHER_PATHS: readonly string[] = [
  ...[EXPLAIN, "/_hexarium/worlds/main/tokens", "/api/v0", "/api/v0/", "", "/", "//evil.example/api/v0/userinfo"],
  ...["http://evil.example/api/v0/userinfo", "/w/main/api/v0/userinfo", "/w/main@0/api/v0/userinfo", "/hub/negotiate"],
  ...["/api/v0/../../_hexarium/worlds/main/tokens", "/api/v0/%2e%2e/%2e%2e/_hexarium/worlds/main/tokens"],
  ...[
    "/api/v0/..%2f..%2f_hexarium/worlds/main/tokens",
    "/api/v0/%00",
    "/api/v0/%ff%fe",
    "/api/v0/%",
    "/api/v0/\\..\\x",
  ],
  ...[
    "/api/v0/\r\nX-Hexarium: 1\r\n\r\n",
    `/api/v0/${"x/".repeat(100_000)}`,
    `/api/v0/userinfo?${"a=1&".repeat(100_000)}`,
  ],
  ...["/graphqlx", "/graphql/../api/v0/userinfo", "/API/V0/userinfo", "/api/v0\u2025/userinfo"],
]

const QUESTIONS: readonly string[] = [
  ...["", "{", "[]", "null", "7", '"x"', `[${"0,".repeat(1_000_000)}0]`, `{"body":${"[".repeat(50_000)}`],
  `{"body":${"[".repeat(50_000)}${"]".repeat(50_000)}}`,
  question("/api/v0/userinfo", { method: "x".repeat(500_000) }),
  ...["CONNECT", "TRACE", "CLOCK", "G T", "get", "", "\u0000"].map((method) =>
    question("/api/v0/userinfo", { method }),
  ),
  question("/api/v0/userinfo", { as: "x".repeat(500_000) }),
  question("/api/v0/userinfo", { as: "__proto__" }),
  question("/api/v0/userinfo", { world: "other" }),
  question("/graphql", { method: "POST", body: { query: `{ ${"a:userInfo{email} ".repeat(5000)} }` } }),
  question("/graphql", { method: "POST", body: { query: "{".repeat(100_000) } }),
  question("/api/v0/files", { method: "POST", body: { file: "x".repeat(500_000) } }),
  JSON.stringify({ user: "ada@acme.test", item: "x".repeat(500_000), want: "see" }),
  JSON.stringify({ user: "ada@acme.test", item: "__proto__", want: "see" }),
  JSON.stringify({ user: "ada@acme.test", item: "x", want: "constructor" }),
]

/** Requests with secrets. No explanation may contain one of them, or one of the world's. */
const WITH_SECRETS: readonly string[] = [
  question("/api/v0/login", { method: "POST", as: undefined, body: { email: "ada@acme.test", password: PASSWORD } }),
  question("/api/v0/login", {
    method: "POST",
    as: undefined,
    body: { email: "ada@acme.test", password: `${PASSWORD}x` },
  }),
  question("/api/v0/users/password", {
    method: "PUT",
    body: { old_password: PASSWORD, new_password: `${PASSWORD}2`, confirm_password: `${PASSWORD}3` },
  }),
  question(`/api/v0/userinfo?token=${TOKEN}`),
  question("/graphql", {
    method: "POST",
    body: { query: `mutation { login(loginInput: { email: "ada@acme.test", password: "${PASSWORD}" }) { token } }` },
  }),
]

/** Questions to `POST /worlds/:w/explain`: of strangers, with hostile paths and bodies, and with secrets. */
export const explainTries: readonly Try[] = [
  ...STRANGERS.map(
    (headers): Try =>
      async (target) => {
        const answer = await ask(target, USER_INFO, headers)
        const isFine = answer.status === 403 && !EXPLANATION.test(answer.text)
        return faultOf(`an explanation for ${JSON.stringify(headers)}`, answer, isFine)
      },
  ),
  async ({ url }) => {
    const lines = [`POST ${EXPLAIN} HTTP/1.1`, "Host: evil.example", "X-Hexarium: 1", "Content-Type: application/json"]
    const text = [...lines, `Content-Length: ${USER_INFO.length}`, "Connection: close", "", USER_INFO].join("\r\n")
    const heard = await exchange(url, text, 2000)
    return faultOf("an explanation for another host", { status: 0, text: heard }, /^HTTP\/1.1 403/.test(heard))
  },
  ...[
    "multipart/form-data; boundary=b",
    "application/x-www-form-urlencoded",
    "text/plain",
    "application/json; charset=x",
  ].map(
    (type): Try =>
      async (target) => {
        const body = '--b\r\nContent-Disposition: form-data; name="path"\r\n\r\n/api/v0/userinfo\r\n--b--\r\n'
        const answer = await ask(target, body, { ...CONTROL, "content-type": type })
        return faultOf(`a question of the type ${type}`, answer, answer.status >= 400 && answer.status < 500)
      },
  ),
  ...["/_hexarium/worlds/main@0/explain", "/_hexarium/worlds/other/explain", "/_hexarium/worlds/..%2fmain/explain"].map(
    (path): Try =>
      async (target) => {
        const answer = await ask(target, USER_INFO, CONTROL, path)
        return faultOf(`a question at ${path}`, answer, answer.status === 404)
      },
  ),
  ...OTHER_PATHS.map(
    (path): Try =>
      async (target) => {
        const answer = await ask(target, question(path, { method: "POST", body: { user: "ada@acme.test" } }))
        const isRefused = answer.status >= 400 || JSON.parse(answer.text).outcome === "refused"
        const what = `the path ${JSON.stringify(path.slice(0, 60))}`
        return faultOf(what, answer, answer.status < 500 && isRefused && answer.text.length < 100_000)
      },
  ),
  ...QUESTIONS.map(
    (body): Try =>
      async (target) => {
        const answer = await ask(target, body)
        const isFine = answer.status < 500 && answer.text.length < 100_000
        return faultOf(`the question ${JSON.stringify(body.slice(0, 60))}`, answer, isFine)
      },
  ),
  ...WITH_SECRETS.map(
    (body): Try =>
      async (target) => {
        const answer = await ask(target, body)
        const isFine = answer.status < 500 && !answer.text.includes(PASSWORD) && !answer.text.includes(TOKEN)
        return faultOf(`the question with secrets ${body.slice(0, 60)}`, answer, isFine)
      },
  ),
]
