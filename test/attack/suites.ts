import { execFile } from "node:child_process"
import { writeFile } from "node:fs/promises"
import { join } from "node:path"
import { gzipSync } from "node:zlib"
import { STRANGE_HOSTS } from "../safety/hosts.ts"
import { explainTries } from "./explain-tries.ts"
import { graphqlTries } from "./graphql.ts"
import { hubTries } from "./hub-tries.ts"
import { type Attacked, CLI, exchange, LOOKUP_ITEMS, SCRIPTS, scriptAction } from "./target.ts"
import { versionTries } from "./version-tries.ts"

/** One attack. Returns the fault, or undefined if the server withstood it. */
export type Try = (target: Attacked) => Promise<string | undefined>

export interface Suite {
  readonly name: string
  readonly tries: readonly Try[]
  /** Whether the attack must leave the state unchanged. */
  readonly changesNothing: boolean
}

const ADA = { authorization: "Bearer ada-fixed-token-1" }
const JSON_TYPE = { "content-type": "application/json" }
const STORE = "/api/v0/applications/DESK/datastores/TICKETS"

const ask = async ({ url }: Attacked, path: string, init: RequestInit): Promise<number> => {
  const answer = await fetch(url + path, init)
  await answer.arrayBuffer()
  return answer.status
}

const faultOf = (what: string, status: number, isFine: boolean) => (isFine ? undefined : `${what} answered ${status}`)

/** A smuggled request that the server must not find behind another request. */
const HIDDEN_REQUEST =
  "POST /_hexarium/worlds HTTP/1.1\r\nHost: localhost\r\nX-Hexarium: 1\r\nContent-Length: 0\r\n\r\n"
const head = (...lines: string[]) => ["POST /api/v0/login HTTP/1.1", "Host: localhost", ...lines, "", ""].join("\r\n")

const FRAMES: readonly string[] = [
  `${head("Content-Length: 5", "Transfer-Encoding: chunked")}0\r\n\r\n${HIDDEN_REQUEST}`,
  head("Transfer-Encoding: chunked", `Content-Length: ${HIDDEN_REQUEST.length}`) + HIDDEN_REQUEST,
  ...["xchunked", "chunked, identity", "identity, chunked", "\x0bchunked", "chunked\x00", '"chunked"'].map(
    (coding) => head(`Transfer-Encoding: ${coding}`, `Content-Length: ${HIDDEN_REQUEST.length}`) + HIDDEN_REQUEST,
  ),
  ...["+5", "0x5", "5, 5", "5 5", "-1", "1e1", "", "99999999999999999999"].map(
    (length) => head(`Content-Length: ${length}`) + HIDDEN_REQUEST,
  ),
  head(`Content-Length: ${HIDDEN_REQUEST.length}`, "Content-Length: 0") + HIDDEN_REQUEST,
  head(`Content-Length : ${HIDDEN_REQUEST.length}`) + HIDDEN_REQUEST,
  `${head("Transfer-Encoding: chunked")}5;x="\r\n\r\n${HIDDEN_REQUEST}`,
  `${head("Transfer-Encoding: chunked")}fffffffffffffffff\r\n${HIDDEN_REQUEST}`,
  `${head("Transfer-Encoding: chunked")}-1\r\n${HIDDEN_REQUEST}`,
  `${head("Transfer-Encoding: chunked")}0\n\n${HIDDEN_REQUEST}`,
  `POST /api/v0/login HTTP/1.1\nHost: localhost\nContent-Length: ${HIDDEN_REQUEST.length}\n\n${HIDDEN_REQUEST}`,
  `GET /api/v0/x\r\n HTTP/1.1\r\n${HIDDEN_REQUEST}`,
  `GET http://evil.example/ HTTP/1.1\r\nHost: localhost\r\n\r\n`,
  `\r\n\r\n\r\nGET  / HTTP/9.9\r\n\r\n`,
  `GET /${"a".repeat(100_000)} HTTP/1.1\r\nHost: localhost\r\n\r\n`,
  head(...Array.from({ length: 3000 }, (_, at) => `X-${at}: y`)),
  "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
  "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
]

const framingTries = FRAMES.map(
  (bytes): Try =>
    async ({ url }) => {
      const heard = await exchange(url, bytes, 300)
      return /"parent":/.test(heard)
        ? `a request was found inside another: ${JSON.stringify(bytes.slice(0, 80))}`
        : undefined
    },
)

/** Whether a header can contain the text. */
const sendable = (host: string) => /^[\x20-\x7e]*$/.test(host) && host.trim() === host

const hosts = STRANGE_HOSTS.filter(sendable).flatMap((host) =>
  ["GET /_hexarium/worlds", "POST /_hexarium/worlds", "GET /api/v0/userinfo", "GET /"].map(
    (line): Try =>
      async ({ url }) => {
        const text = `${line} HTTP/1.1\r\nHost: ${host}\r\nX-Hexarium: 1\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`
        const status = Number((await exchange(url, text, 2000)).slice(9, 12))
        return faultOf(`${line} of ${JSON.stringify(host)}`, status, status === 403 || status === 400)
      },
  ),
)

const PAGES: readonly Record<string, string>[] = [
  { origin: "https://evil.example" },
  { origin: "null" },
  { origin: "http://localhost.evil.example" },
  { "sec-fetch-site": "cross-site" },
]
const ROUTES = [
  ["GET", "/worlds"],
  ["GET", "/worlds/main/export"],
  ["GET", "/worlds/main/events"],
  ["POST", "/worlds"],
  ["POST", "/worlds/main/reset"],
  ["POST", "/worlds/main/tokens"],
  ["PUT", "/worlds/main/snapshots/s"],
  ["DELETE", "/worlds/main/mails"],
] as const

const crossSite = ROUTES.flatMap(([method, path]) =>
  PAGES.map(
    (page): Try =>
      async (target) => {
        const status = await ask(target, `/_hexarium${path}`, { method, headers: { "x-hexarium": "1", ...page } })
        return faultOf(`${method} ${path} for ${JSON.stringify(page)}`, status, status === 403)
      },
  ),
)

const BODIES: readonly string[] = [
  `[${"0,".repeat(1_000_000)}0]`,
  `{"item":${"[".repeat(50_000)}${"]".repeat(50_000)}}`,
  `{"item":${'{"a":'.repeat(50_000)}`,
  `{"item":{${Array.from({ length: 90_000 }, (_, at) => `"f${at}":1`).join(",")}}}`,
  '{"__proto__":{"polluted":1}}',
  `{"item":{"Subject":"${"\\u0000".repeat(200_000)}`,
  `{"conditions":${JSON.stringify(Array.from({ length: 30_000 }, () => 0))}}`,
  `{"conditions":"${"eyJ-".repeat(200_000)}"`,
  "\ufeff{}".repeat(1000),
]

const bodies = BODIES.flatMap((body) =>
  ["/items/new", "/items/search"].map(
    (path): Try =>
      async (target) => {
        const status = await ask(target, STORE + path, { method: "POST", headers: { ...ADA, ...JSON_TYPE }, body })
        return faultOf(`a body ${body.slice(0, 30)}… to ${path}`, status, status < 500)
      },
  ),
)

const part = (headers: string, text: string) => `--b\r\n${headers}\r\n\r\n${text}\r\n`
const FORMS: readonly string[] = [
  "",
  "--b",
  "--b--",
  "--b\r\n".repeat(50_000),
  part('Content-Disposition: form-data; name="x"', "y").repeat(5000),
  part(`Content-Disposition: form-data; name="${"n".repeat(200_000)}"`, "y"),
  part(`Content-Disposition: form-data${'; a="\\"'.repeat(8000)}`, "y"),
  part("Content-Disposition: form-data; name=x; filename*=utf-8''%ff%fe", "y"),
  `${part("X: y", "z")}--b-${"-".repeat(100_000)}`,
  "\r\n--b".repeat(100_000),
]

const multipart = FORMS.map(
  (body): Try =>
    async (target) => {
      const headers = { ...ADA, "content-type": "multipart/form-data; boundary=b" }
      const status = await ask(target, "/api/v0/files", { method: "POST", headers, body })
      return faultOf(`a form ${JSON.stringify(body.slice(0, 30))}`, status, status >= 400 && status < 500)
    },
)

const PATTERNS: readonly string[] = [
  "(?:(?=(?:(?=(?:(?=(?:(?=a*)a)*)a)*)a)*)a)*",
  "(?=(?:(?=(?:(?=.*).)*).)*)",
  "^(a|aa)+\\1$(?!b)",
  "(?<=(a+)+)b",
  "((?:(?:a{1,30}){1,30}){1,30})\\1",
  "(a*)*(a*)*(a*)*(a*)*(?!a)\\1",
  "[".repeat(5000),
  "(?:".repeat(5000),
  `(${"a?".repeat(40)}${"a".repeat(40)})\\1`,
]

const patterns = PATTERNS.map(
  (pattern): Try =>
    async (target) => {
      const body = JSON.stringify({ conditions: [{ id: "Subject", search_value: [pattern] }], page: 1, per_page: 10 })
      const status = await ask(target, `${STORE}/items/search`, {
        method: "POST",
        headers: { ...ADA, ...JSON_TYPE },
        body,
      })
      return faultOf(`the pattern ${pattern.slice(0, 40)}`, status, status < 500)
    },
)

const FORMULAS: readonly string[] = [
  "-".repeat(1_000_000),
  "(".repeat(1_000_000),
  `1${"+1".repeat(100_000)}`,
  `Subject${"-Subject".repeat(2000)}`,
  `A${"-A".repeat(999)}`,
  `${"(".repeat(1000)}A${")".repeat(999)}`,
  `${"-".repeat(1999)}A`,
  "\ud83d".repeat(2000),
]

const formulas = FORMULAS.map(
  (formula): Try =>
    async (target) => {
      const body = JSON.stringify({ dataType: "calc", name: "Sum", display_id: "Sum", calc_info: { formula } })
      const headers = { ...ADA, ...JSON_TYPE }
      const status = await ask(target, `${STORE}/fields`, { method: "POST", headers, body })
      return faultOf(`the formula ${formula.slice(0, 40)}`, status, status === 400)
    },
)

const scripts = SCRIPTS.map(
  (code, at): Try =>
    async (target) => {
      const headers = { ...ADA, ...JSON_TYPE }
      const found = await fetch(`${target.url}${STORE}/items/search`, {
        method: "POST",
        headers,
        body: '{"page":1,"per_page":1}',
      })
      const { items } = (await found.json()) as { items: { i_id: string }[] }
      // The client does not wait for the script's full time. The server continues without it.
      const signal = AbortSignal.timeout(1500)
      const path = `${STORE}/items/action/${items[0]?.i_id}/${scriptAction(at)}`
      const body = '{"is_force_update":true,"item":{}}'
      const status = await ask(target, path, { method: "POST", headers, body, signal }).catch(() => 0)
      return faultOf(`the script ${code}`, status, status < 500 || status === 500)
    },
)

export const lookUp = ({ url }: Attacked, per_page: number, signal?: AbortSignal) =>
  fetch(`${url}/api/v0/applications/DESK/datastores/TASKS/items/search`, {
    method: "POST",
    headers: { ...ADA, ...JSON_TYPE },
    body: JSON.stringify({ page: 1, per_page, include_lookups: true, use_display_id: true }),
    ...(signal && { signal }),
  })

const lookedUp = async (target: Attacked, per_page: number, status: number) => {
  const answer = await lookUp(target, per_page)
  await answer.arrayBuffer()
  return faultOf(`a list of ${per_page} long titles`, answer.status, answer.status === status)
}

/** A title that many items look up: stored once, returned any number of times. */
const lookups: readonly Try[] = [
  (target) => lookedUp(target, 40, 200),
  (target) => lookedUp(target, LOOKUP_ITEMS, 400),
  async (target) => (await Promise.all([30, 30, 30].map((count) => lookedUp(target, count, 200)))).find(Boolean),
  async (target) => {
    const leaving = new AbortController()
    const { status } = await lookUp(target, 40, leaving.signal)
    leaving.abort()
    return faultOf("a list of long titles", status, status === 200)
  },
]

/** Clients that do not read their responses while other requests continue. */
const streams: Try[] = [
  async (target) => {
    const over = new AbortController()
    const open = Array.from({ length: 20 }, () =>
      fetch(`${target.url}/_hexarium/worlds/main/events?since=0`, { signal: over.signal }).catch(() => undefined),
    )
    await Promise.all(open)
    for (let at = 0; at < 40; at += 1) {
      await ask(target, "/api/v0/login", {
        method: "POST",
        headers: JSON_TYPE,
        body: JSON.stringify({ x: "y".repeat(60_000) }),
      })
    }
    over.abort()
    return undefined
  },
]

const DOCUMENTS: readonly string[] = [
  `version: 1\nusers: ${"[".repeat(20_000)}`,
  `version: 1\nusers: &a [${"1,".repeat(3000)}1]\nworkspaces: [${"*a,".repeat(9000)}1]`,
  "version: 1\nusers: []\nworkspaces: &a [*a]",
  "version: 1\nusers: [{ email: a@b.test, profile_pic: /dev/zero }]\nworkspaces: []",
  "\0".repeat(100_000),
]

const checkOf = (folder: string, file: string) =>
  new Promise<{ readonly code: unknown; readonly err: string }>((resolve) => {
    execFile(process.execPath, [CLI, "check", file], { cwd: folder, timeout: 30_000 }, (error, _, err) =>
      resolve({ code: error === null ? 0 : error.code, err }),
    )
  })

const files = ["/dev/zero", ...DOCUMENTS].map(
  (document, at): Try =>
    async ({ folder }) => {
      const file = document.startsWith("/") ? document : `hostile-${at}.yaml`
      if (file !== document) await writeFile(join(folder, file), document)
      const { code, err } = await checkOf(folder, file)
      return code === 1 && !err.includes("    at ")
        ? undefined
        : `check of ${file} ended with ${code}: ${err.slice(0, 200)}`
    },
)

/** Output that no process reads, while requests with long paths are logged. */
const pipes: Try[] = [
  async (target) => {
    target.child.stdout?.pause()
    for (let round = 0; round < 20; round += 1) {
      await Promise.all(Array.from({ length: 50 }, () => ask(target, `/api/v0/${"x/".repeat(900)}`, { headers: ADA })))
    }
    target.child.stdout?.resume()
    return undefined
  },
]

const DRY_RUNS: readonly (readonly [method: string, path: string, body: string])[] = [
  ["POST", `${STORE}/items/new`, '{"item":{"Subject":"dry"}}'],
  ["POST", `${STORE}/fields`, '{"dataType":"text","name":"Dry","display_id":"Dry"}'],
  ["POST", "/api/v0/login", '{"email":"ada@acme.test","password":"correct-horse-1"}'],
  ["POST", "/api/v0/users/password/forgot", '{"email":"ada@acme.test"}'],
  ["PUT", "/api/v0/users/password", '{"old_password":"x","new_password":"y","confirm_password":"y"}'],
  ["POST", "/graphql", '{"query":"mutation { logout { success } }"}'],
  ["POST", "/api/v0/userinvite", '{"users":[{"email":"new@acme.test"}]}'],
  ["POST", "/api/v0/users/logout", ""],
]
const DRY_VALUES = ["1", "1, 1", "0", "true", "1".repeat(8000)]

/** Dry runs of writes, logins and mails, also with values of the header that the server refuses. */
const dryRuns = DRY_RUNS.flatMap(([method, path, body]) =>
  DRY_VALUES.map(
    (value): Try =>
      async (target) => {
        const headers = { ...ADA, ...JSON_TYPE, "x-hexarium-dry-run": value }
        const status = await ask(target, path, { method, headers, body })
        const isFine = status < 500 && (value === "1" || status >= 400)
        return faultOf(`a dry run (${value.slice(0, 10)}) of ${path}`, status, isFine)
      },
  ),
)

const MIB = 1_048_576

/** Hostile capsules: cut, of another form, and small files with a large content. */
const CAPSULES: readonly Uint8Array[] = [
  gzipSync('{"format":1}').subarray(0, 12),
  gzipSync(Buffer.alloc(64 * MIB)),
  gzipSync(`{"format":1,"state":[${"0,".repeat(1_100_000)}0]}`),
  gzipSync(`{"format":${"[".repeat(100_000)}`),
  gzipSync('{"format":1,"__proto__":{"format":1}}'),
  Buffer.from("PK\u0003\u0004"),
]

const replayOf = (folder: string, file: string) =>
  new Promise<{ readonly code: unknown; readonly err: string }>((resolve) => {
    execFile(process.execPath, [CLI, "replay", file], { cwd: folder, timeout: 120_000 }, (error, _, err) =>
      resolve({ code: error === null ? 0 : error.code, err }),
    )
  })

const capsules: readonly Try[] = [
  ...CAPSULES.map(
    (bytes, at): Try =>
      async ({ folder }) => {
        const file = `hostile-${at}.capsule.json.gz`
        await writeFile(join(folder, file), bytes)
        const { code, err } = await replayOf(folder, file)
        const isFine = code === 1 && err.trimEnd().split("\n").length === 1
        return isFine ? undefined : `replay of ${file} ended with ${code}: ${err.slice(0, 200)}`
      },
  ),
  ...["all", "1", "0..999999999999999999999", "-1", "1..", "%00", "9".repeat(5000)].map(
    (requests): Try =>
      async (target) => {
        const status = await ask(target, `/_hexarium/worlds/main/capsule?requests=${requests}`, {})
        return faultOf(`a capsule of ${requests.slice(0, 20)}`, status, status < 500)
      },
  ),
]

export const SUITES: readonly Suite[] = [
  { name: "scripts", tries: scripts, changesNothing: false },
  { name: "framing", tries: framingTries, changesNothing: true },
  { name: "hosts", tries: hosts, changesNothing: true },
  { name: "cross-site", tries: crossSite, changesNothing: true },
  { name: "bodies", tries: bodies, changesNothing: false },
  { name: "capsules", tries: capsules, changesNothing: true },
  { name: "dry-runs", tries: dryRuns, changesNothing: true },
  { name: "versions", tries: versionTries, changesNothing: true },
  { name: "explanations", tries: explainTries, changesNothing: true },
  { name: "graphql", tries: graphqlTries, changesNothing: true },
  { name: "multipart", tries: multipart, changesNothing: true },
  { name: "patterns", tries: patterns, changesNothing: true },
  { name: "formulas", tries: formulas, changesNothing: true },
  { name: "lookups", tries: lookups, changesNothing: true },
  { name: "streams", tries: streams, changesNothing: true },
  { name: "files", tries: files, changesNothing: true },
  { name: "hub", tries: hubTries, changesNothing: true },
  { name: "pipes", tries: pipes, changesNothing: true },
]
