import { execFile, spawn } from "node:child_process"
import { readFile } from "node:fs/promises"
import { text } from "node:stream/consumers"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { rows } from "../../../emulator/api/index.ts"
import { describeForCalls } from "../../../emulator/cli/mcp/describe-operation.ts"
import { startServer } from "../../../emulator/node/index.ts"
import { createWorld, type Fixture } from "../../../src/index.ts"
import { CLI, connect } from "./mcp-client.ts"

const MINA = "mina@hikari.example"
const BEN = "ben@nord.example"

const FIXTURE = {
  version: 1 as const,
  users: [{ email: "ada@acme.test" }],
  workspaces: [{ name: "Acme", admins: ["ada@acme.test"], group: { group_id: "ALL", name: "All" } }],
} satisfies Fixture

let mcp: Awaited<ReturnType<typeof connect>>
beforeAll(async () => {
  mcp = await connect("--now", "2026-02-09T09:00:00Z")
})
afterAll(() => mcp.close())

/** Creates a fork of the demo for one test. */
async function ownWorld(name: string): Promise<string> {
  expect((await mcp.call("forkWorld", { name })).isError).toBe(false)
  return name
}

describe("what a client is told", () => {
  test("tools for worlds, operations, mails, clock, requests and faults, each with a schema of its own", async () => {
    const { tools } = await mcp.client.listTools()
    const names = tools.map(({ name }) => name)
    expect(names).toEqual(
      expect.arrayContaining([
        ...["listWorlds", "forkWorld", "resetWorld", "deleteWorld", "takeSnapshot", "restoreSnapshot"],
        ...["listOperations", "describeOperation", "callOperation"],
        ...["listMails", "getMail", "clearMails", "getClock", "moveClock", "listRequests", "getRequest"],
        ...["listFaults", "planFault", "deleteFaults", "getSchema", "exportWorld", "importWorld"],
      ]),
    )
    for (const { inputSchema, description } of tools) {
      expect(description).toMatch(/\.$/)
      expect(inputSchema.type).toBe("object")
      requireOwnReferences(inputSchema)
    }
    const getMail = tools.find(({ name }) => name === "getMail")
    expect(getMail?.inputSchema).toMatchObject({
      properties: { world: { type: "string" }, id: { type: "string" } },
      required: ["id"],
      additionalProperties: false,
    })
    expect(tools.find(({ name }) => name === "listMails")?.annotations?.readOnlyHint).toBe(true)
    expect(tools.find(({ name }) => name === "deleteWorld")?.annotations?.destructiveHint).toBe(true)
  })

  test("the instructions say where the worlds are reached, and how to begin", async () => {
    const [, url = ""] = /(http:\/\/127\.0\.0\.1:\d+)/.exec(mcp.client.getInstructions() ?? "") ?? []
    expect(await (await fetch(`${url}/_hexarium/health`)).json()).toMatchObject({ status: "ok" })
  })

  test("every operation of the contract, in a list and one by one", async () => {
    const { operations } = (await mcp.call("listOperations")).json
    expect(operations).toHaveLength(rows.length + 13)
    for (const { operation } of operations) {
      const told = describeForCalls(operation)
      expect(told).toMatchObject({ operation, input: { type: "object" } })
      for (const part of ["input", "answer"]) if (part in told) requireOwnReferences(told[part] as object)
    }
    const some = (await mcp.call("listOperations", { tag: "files" })).json.operations as { operation: string }[]
    expect(some.length).toBeLessThan(operations.length)
    expect(some.map(({ operation }) => operation)).toContain("UploadFile")
  })

  test("listOperations returns the operations that all filters select", async () => {
    const named = async (filter: Record<string, unknown>): Promise<string[]> =>
      (await mcp.call("listOperations", filter)).json.operations.map(
        ({ operation }: { operation: string }) => operation,
      )
    const all = await named({})
    const reads = await named({ reads: true })
    const writes = await named({ reads: false })
    expect([...reads, ...writes].toSorted()).toEqual(all.toSorted())
    expect([reads.includes("ItemList"), writes.includes("CreateItem")]).toEqual([true, true])
    expect(await named({ text: "ITEM delete", reads: false })).toEqual(expect.arrayContaining(["DeleteItem"]))
    expect(await named({ text: "reports/:report-id/filter" })).toEqual(["GetReportDataByConditions"])
    expect(await named({ text: "no such words" })).toEqual([])
    expect((await named({ tag: "files", reads: true })).every((name) => reads.includes(name))).toBe(true)
  })

  test("describeOperation returns only the parts that the client names, by default all but the answer's schema", async () => {
    const parts = ["input", "answer", "refuses", "example"]
    const whole = (await mcp.call("describeOperation", { operation: "ItemList", parts })).json
    const { json } = await mcp.call("describeOperation", { operation: "ItemList", parts: ["input", "refuses"] })
    const { answer, example, ...rest } = whole
    expect([typeof answer, typeof example]).toEqual(["object", "object"])
    expect(json).toEqual(rest)
    expect((await mcp.call("describeOperation", { operation: "ItemList" })).json).toEqual({ ...rest, example })
  })

  test("docs/mcp.md lists every tool, and no other", async () => {
    const { tools } = await mcp.client.listTools()
    const page = await readFile(new URL("../../../docs/mcp.md", import.meta.url), "utf8")
    const [, list = ""] = /^## Tools\n[\s\S]*?```text\n([^`]*)```/m.exec(page) ?? []
    const listed = list
      .trim()
      .split("\n")
      .flatMap((line) => line.split(/\s+/).slice(1))
    expect(listed.toSorted()).toEqual(tools.map(({ name }) => name).toSorted())
  })

  test("describeOperation returns an operation's input, output, errors and an example", async () => {
    const { json } = await mcp.call("describeOperation", { operation: "CreateItem" })
    expect(json).toMatchObject({
      operation: "CreateItem",
      method: "POST",
      auth: "token",
      input: {
        properties: { params: { required: ["app-id", "datastore-id"] }, body: { properties: { item: {} } } },
        required: expect.arrayContaining(["params"]),
      },
      refuses: expect.arrayContaining([400, 401, 403, 404]),
      example: { params: { "app-id": "TASKS" } },
    })
  })
})

/** Checks that every reference in a schema leads to a definition in the same schema. */
function requireOwnReferences(schema: object): void {
  const references = JSON.stringify(schema).matchAll(/"\$ref":"([^"]+)"/g)
  const defined = Object.keys(("$defs" in schema ? schema.$defs : {}) as object).map((name) => `#/$defs/${name}`)
  for (const [, reference] of references) expect(defined).toContain(reference)
}

describe("calling operations", () => {
  test("callOperation acts as a user in the named world, and leaves no trace of the token", async () => {
    const world = await ownWorld("calls")
    const before = (await mcp.call("getWorld", { world })).json
    const { json: told } = await mcp.call("describeOperation", { operation: "createItem" })
    const who = await mcp.call("callOperation", { operation: "GetUserInfo", user: MINA, world })
    expect(who.json).toMatchObject({ email: MINA })
    expect((await mcp.call("getWorld", { world })).json.hash).toBe(before.hash)
    const { params } = told.example
    const made = await mcp.call("callOperation", {
      operation: "CreateItem",
      user: BEN,
      world,
      params,
      body: { item: { Title: "Made by a tool" }, return_item_result: true },
    })
    expect(made.json).toMatchObject({ item_id: expect.any(String), item: { title: "Made by a tool" } })
    const { requests } = (await mcp.call("listRequests", { world, operation: "CreateItem" })).json
    expect(requests).toHaveLength(1)
    const seen = (await mcp.call("getRequest", { world, id: requests[0].id })).json
    expect(JSON.stringify(seen)).toContain("Made by a tool")
    await mcp.call("resetWorld", { world })
    expect((await mcp.call("getWorld", { world })).json.hash).toBe(before.hash)
  })

  test("refusals are errors of the tool in the API's words", async () => {
    const none = await mcp.call("callOperation", { operation: "GetUserInfo" })
    expect([none.isError, none.texts[0]]).toEqual([true, expect.stringMatching(/^getUserInfo: 401 UNAUTHORIZED/)])
    const params = { "file-id": "0123456789abcdef01234567" }
    const lost = await mcp.call("callOperation", { operation: "GetFile", user: MINA, params })
    expect([lost.isError, lost.texts[0]]).toEqual([true, expect.stringMatching(/^getFile: 404/)])
    expect(JSON.parse(lost.texts[1] ?? "")).toHaveProperty("error")
    const taken = await mcp.call("forkWorld", { name: "main" })
    expect(taken.texts[0]).toBe("forkWorld: 409 INVALID_PARAMS: the world main already exists")
    const stranger = await mcp.call("callOperation", { operation: "GetUserInfo", user: "nobody@nowhere.example" })
    expect(stranger.texts[0]).toMatch(/^issueToken: 404 NOT_FOUND/)
  })

  test("a refusal with several possible causes ends with its cause", async () => {
    const place = { "app-id": "ORDERS", "datastore-id": "Orderz" }
    const call = (more: object) => mcp.call("callOperation", { user: MINA, ...more })
    const misspelt = await call({ operation: "ItemList", params: place, body: { page: 1, per_page: 1 } })
    expect([misspelt.isError, misspelt.texts[0]]).toEqual([
      true,
      expect.stringMatching(/404 NOT_FOUND.*: datastore not found: Orderz; did you mean Orders\?$/),
    ])
    expect(misspelt.texts[1]).not.toContain("did you mean")
    const [application] = (await mcp.call("getSchema", { world: "main" })).json.workspaces[0].applications
    const natural = await call({
      operation: "UpdateProjectName",
      input: { application: `${application.application_id}Z`, name: "x" },
    })
    expect(natural.texts[0]).toContain(`did you mean ${application.application_id}?`)
    expect(JSON.parse(natural.texts[1] ?? "").error.why).toContain("application not found")
  })

  test("mistakes of the caller name place and fix", async () => {
    expect((await mcp.call("callOperation", { operation: "CreateItm", user: MINA })).texts[0]).toBe(
      "unknown operation CreateItm; did you mean CreateItem?",
    )
    expect((await mcp.call("callOperation", { user: MINA })).texts[0]).toMatch(/^operation: expected a string/)
    expect((await mcp.call("callOperation", { operation: "CreateItem", user: MINA })).texts[0]).toMatch(/app-id/)
    expect((await mcp.call("callOperation", { operation: "CreateItem", uzer: MINA })).texts[0]).toBe(
      "unknown property uzer of callOperation; did you mean user?",
    )
    expect((await mcp.call("callOperation", { operation: "CreateItem", nothing: {} })).texts[0]).toBe(
      "unknown property nothing of callOperation; allowed: operation, user, world, params, query, body, input, form, …",
    )
    expect((await mcp.call("getMail")).texts[0]).toBe("getMail: the property id is missing")
    await expect(mcp.call("listWorld")).rejects.toThrow("unknown tool listWorld; did you mean listWorlds?")
  })

  test("files go in and out", async () => {
    const world = await ownWorld("files")
    const { example } = (await mcp.call("describeOperation", { operation: "UploadFile" })).json
    const { file: _, ...form } = example.form
    const sent = await mcp.call("callOperation", {
      operation: "UploadFile",
      user: MINA,
      world,
      params: example.params,
      form,
      file: { name: "lots.csv", content_type: "text/csv", text: "lot,score\nA,88\n" },
    })
    expect(sent.texts[0]).toContain("file_id")
    const got = await mcp.call("callOperation", {
      operation: "GetFile",
      user: MINA,
      world,
      params: { "file-id": sent.json.file_id },
    })
    expect(got.texts).toEqual(["lot,score\nA,88\n"])
  })
})

describe("operations without a path", () => {
  test("are listed, described and called", async () => {
    const world = await ownWorld("without-path")
    const { operations } = (await mcp.call("listOperations")).json
    const without = operations.filter(({ path }: { path?: string }) => path === undefined)
    expect(without).toHaveLength(13)
    expect(without).toContainEqual({
      operation: "UpdateProjectName",
      summary: "Changes the name, the display ID or the theme of an application",
      auth: "token",
    })
    const { input } = (await mcp.call("describeOperation", { operation: "UpdateProjectName" })).json
    expect(input.required).toEqual(["input"])
    expect(Object.keys(input.properties.input.properties)).toEqual(["application", "name", "displayId", "theme"])
    const [application] = (await mcp.call("getSchema", { world })).json.workspaces[0].applications
    const call = (more: object, operation = "UpdateProjectName") =>
      mcp.call("callOperation", { operation, world, user: MINA, ...more })
    const done = await call({ input: { application: application.application_id, name: "Another name" } })
    expect([done.isError, done.texts]).toEqual([false, ["null"]])
    const { applications } = (await mcp.call("getSchema", { world })).json.workspaces[0]
    expect(JSON.stringify(applications[0].name)).toContain("Another name")
    const refused = await call({ input: { application: "NOWHERE", name: "x" } })
    expect([refused.isError, JSON.parse(refused.texts[1] ?? "")]).toEqual([
      true,
      { error: expect.objectContaining({ code: "NOT_FOUND", status: 404 }) },
    ])
    expect((await call({ body: { name: "x" } })).texts[0]).toBe(
      "updateProjectName has no path; send its input as input, not as body",
    )
    expect((await call({ input: {} }, "CreateItem")).texts[0]).toBe(
      "createItem: send params, query, body, form and file instead of input",
    )
    expect((await call({}, "UpdateProjectNam")).texts[0]).toBe(
      "unknown operation UpdateProjectNam; did you mean UpdateProjectName?",
    )
  })
})

describe("what stands around the API", () => {
  test("a planned fault is met by the next call", async () => {
    const world = await ownWorld("faults")
    await mcp.call("planFault", { world, operation: "GetUserInfo", status: 503, times: 1 })
    const failed = await mcp.call("callOperation", { operation: "GetUserInfo", user: MINA, world })
    expect([failed.isError, failed.texts[0]]).toEqual([true, expect.stringContaining("503")])
    expect((await mcp.call("callOperation", { operation: "GetUserInfo", user: MINA, world })).isError).toBe(false)
    expect((await mcp.call("listFaults", { world })).json.faults).toHaveLength(1)
  })

  test("the clock moves, and mails wait in the mailbox", async () => {
    const world = await ownWorld("mails")
    expect((await mcp.call("moveClock", { world, advance: "1d" })).json.now).toBe("2026-02-10T09:00:00.000Z")
    const asked = await mcp.call("callOperation", { operation: "ForgotPassword", world, body: { email: MINA } })
    expect(asked.isError).toBe(false)
    const { mails } = (await mcp.call("listMails", { world, to: MINA })).json
    expect(mails).toHaveLength(1)
    expect((await mcp.call("getMail", { world, id: mails[0].id })).json).toMatchObject({ to: MINA })
  })

  test("snapshots bring a world back", async () => {
    const world = await ownWorld("snapshots")
    const { hash } = (await mcp.call("takeSnapshot", { world, snapshot: "before" })).json
    await mcp.call("callOperation", { operation: "ForgotPassword", world, body: { email: MINA } })
    expect((await mcp.call("getWorld", { world })).json.hash).not.toBe(hash)
    await mcp.call("restoreSnapshot", { world, snapshot: "before" })
    expect((await mcp.call("getWorld", { world })).json.hash).toBe(hash)
  })
})

describe("resources", () => {
  test("the schema of each world, and what an operation takes", async () => {
    const { resources } = await mcp.client.listResources()
    expect(resources.map(({ uri }) => uri)).toEqual(
      expect.arrayContaining(["hexarium://operations", "hexarium://worlds/main/schema"]),
    )
    const { resourceTemplates } = await mcp.client.listResourceTemplates()
    expect(resourceTemplates).toHaveLength(2)
    const read = async (uri: string) => {
      const [content] = (await mcp.client.readResource({ uri })).contents
      return JSON.parse(content !== undefined && "text" in content ? content.text : "")
    }
    expect(await read("hexarium://worlds/main/schema")).toEqual((await mcp.call("getSchema")).json)
    expect(await read("hexarium://operations/CreateItem")).toMatchObject({ operation: "CreateItem" })
    expect((await read("hexarium://operations")).operations).toHaveLength(rows.length + 13)
    await expect(read("hexarium://mails")).rejects.toThrow("unknown resource hexarium://mails")
    await expect(read("hexarium://worlds/none/schema")).rejects.toThrow("getSchema: 404 NOT_FOUND")
  })
})

describe("the command", () => {
  test("works on a running server, in the world that --url or --world names", async () => {
    const world = await createWorld({ fixture: FIXTURE })
    const server = await startServer({ world, port: 0, controlToken: "let-me-in" })
    await server.app.worlds.make({ name: "mine" })
    const remote = await connect("--url", `${server.url}/w/mine`, "--control-token", "let-me-in")
    try {
      expect((await remote.call("listWorlds")).json.worlds.map(({ name }: { name: string }) => name)).toEqual([
        "main",
        "mine",
      ])
      expect((await remote.call("getWorld")).json.name).toBe("mine")
      const ada = await remote.call("callOperation", { operation: "GetUserInfo", user: "ada@acme.test" })
      expect(ada.json.email).toBe("ada@acme.test")
      const logged = (named: string) => remote.call("listRequests", { world: named })
      expect((await logged("mine")).json.requests).toHaveLength(1)
      expect((await logged("main")).json.requests).toHaveLength(0)
    } finally {
      await server.close()
    }
    const gone = await remote.call("listWorlds")
    expect(gone.texts[0]).toBe(`listWorlds: no server responds at ${server.url}; start a server with hexarium start`)
    const asked = await remote.call("callOperation", { operation: "GetPasswordPolicy" })
    expect(asked.isError).toBe(true)
    await remote.close()
  })

  test("standard output holds the protocol alone; the end of the input ends it, when calls are answered", async () => {
    const child = spawn(process.execPath, [CLI, "mcp"], { stdio: ["pipe", "pipe", "pipe"] })
    const told = Promise.all([text(child.stdout), text(child.stderr)])
    const ended = new Promise((resolve) => child.on("exit", (...how) => resolve(how)))
    const messages = [
      {
        id: 1,
        method: "initialize",
        params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "raw", version: "1" } },
      },
      { method: "notifications/initialized" },
      { id: 2, method: "tools/call", params: { name: "listUsers", arguments: {} } },
      { id: 3, method: "tools/call", params: { name: "moveClock", arguments: { advance: "nonsense" } } },
    ]
    child.stdin.end(messages.map((message) => `${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`).join(""))
    expect(await ended).toEqual([0, null])
    const [out, err] = await told
    const answers = out
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line))
    expect(answers.map(({ id }) => id).sort()).toEqual([1, 2, 3])
    expect(err).toBe("")
  })

  test("a line without end, and lines that are no messages, are refused in one line each, and the next request is answered", async () => {
    const child = spawn(process.execPath, [CLI, "mcp"], { stdio: ["pipe", "pipe", "pipe"] })
    const told = Promise.all([text(child.stdout), text(child.stderr)])
    const endless = Buffer.alloc(1_048_576, "a")
    for (let sent = 0; sent < 40; sent += 1) {
      if (!child.stdin.write(endless)) await new Promise((resolve) => child.stdin.once("drain", resolve))
    }
    const strange = ['{"no', '{"jsonrpc":"2.0","id":{},"method":7,"\\u001b[2J":1}', "[]", ""]
    child.stdin.end(`\n${strange.join("\n")}\n${JSON.stringify({ jsonrpc: "2.0", id: 9, method: "ping" })}\r\n`)
    const [out, err] = await told
    const said = out.trimEnd().split("\n")
    const refusals = [-32700, -32700, -32600, -32600].map((code) => ({ jsonrpc: "2.0", id: null, error: { code } }))
    expect(said.map((line) => JSON.parse(line))).toMatchObject([...refusals, { id: 9, result: {} }])
    expect(err.split("\n")).toEqual([
      "hexarium: a message is longer than 17 MiB; the line was refused",
      "hexarium: expected JSON, received other text; the line was refused",
      "hexarium: expected a JSON-RPC 2.0 message, received other JSON; the line was refused",
      "hexarium: expected a JSON-RPC 2.0 message, received other JSON; the line was refused",
      "",
    ])
  })

  test("a body of 12 MiB comes through to the server", async () => {
    const params = { "app-id": "TASKS", "datastore-id": "TASKS" }
    const body = { item: { Title: "x".repeat(12 * 1_048_576) } }
    const told = await mcp.call("callOperation", { operation: "CreateItem", user: BEN, params, body })
    expect([told.isError, told.texts[0]]).toEqual([true, expect.stringMatching(/^createItem: 400 /)])
  })

  test("SIGTERM ends it well", async () => {
    const child = spawn(process.execPath, [CLI, "mcp"], { stdio: ["pipe", "pipe", "ignore"] })
    const ended = new Promise((resolve) => child.on("exit", (...how) => resolve(how)))
    child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ping" })}\n`)
    await new Promise((resolve) => child.stdout.once("data", resolve))
    child.kill("SIGTERM")
    expect(await ended).toEqual([0, null])
  })

  test.each([
    [["world.yaml", "--url", "http://127.0.0.1:1"], "fixtures have no effect with --url"],
    [["--seed", "4", "--url", "http://127.0.0.1:1"], "--seed has no effect with --url"],
  ])("%j is a misuse", async (args, why) => {
    const told = await new Promise<{ code: unknown; err: string; out: string }>((resolve) =>
      execFile(process.execPath, [CLI, "mcp", ...args], (error, out, err) => resolve({ code: error?.code, err, out })),
    )
    expect(told).toMatchObject({ code: 2, out: "" })
    expect(told.err).toContain(why)
  })
})
