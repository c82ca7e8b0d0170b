import { describe, expect, test } from "vitest"
import { createApp } from "../../emulator/index.ts"
import { createWorld } from "../../src/world/index.ts"
import { fixtureOf } from "../sample-worlds/fixture-builder.ts"

const PRE_SCRIPT = 'function main({ u_id }) { logger.info("before"); logger.error({ a: 1 }); return {} }'
const POST_SCRIPT = 'function main({ title }) { logger.log("after " + title) }'
const FUNCTION = 'function main({ text }) { logger.log(text); throw new Error("no") }'

/** A world whose only action logs before and after, and a function that logs its argument. */
async function loggingWorld() {
  const fixture = fixtureOf({
    datastores: {
      Notes: {
        fields: { Title: { dataType: "text", as_title: true } },
        actions: { Add: { crud_type: "1", default: true, pre_script: PRE_SCRIPT, post_script: POST_SCRIPT } },
      },
    },
    application: { functions: { tell: { code: FUNCTION, roles: ["MEMBER"] } } },
  })
  const world = await createWorld({ fixture })
  const app = createApp({ world })
  const ask = (path: string, init?: RequestInit) => app.fetch(new Request(`http://localhost${path}`, init))
  const call = async (name: string, path: string, body: unknown) => {
    const headers = { authorization: `Bearer ${name}-token`, "content-type": "application/json" }
    return ask(`/api/v0/applications/APP${path}`, { method: "POST", headers, body: JSON.stringify(body) })
  }
  const userOf = async (name: string): Promise<string> => {
    const answer = await ask("/api/v0/userinfo", { headers: { authorization: `Bearer ${name}-token` } })
    return ((await answer.json()) as { u_id: string }).u_id
  }
  return {
    world,
    app,
    ask,
    userOf,
    /** Creates a note, which runs the logging scripts. */
    note: (name: string, Title: string) => call(name, "/datastores/Notes/items/new", { item: { Title } }),
    /** Calls the function that logs the text. */
    tell: (name: string, text: string) => call(name, "/functions/tell", { text }),
    listen: async (name: string, init?: RequestInit) => ask(`/sse?channel=logs_${await userOf(name)}_APP`, init),
  }
}

/** Reads a stream until it contains the text. */
async function readUntil({ body }: Response, text: string): Promise<string> {
  const decoder = new TextDecoder()
  let read = ""
  for await (const chunk of body ?? []) {
    read += decoder.decode(chunk, { stream: true })
    if (read.includes(text)) break
  }
  return `${read}\n\n`
}

/** Lines of a stream until its end: IDs, names and messages. */
const readLines = async (stream: Response): Promise<string[]> => toldIn(await stream.text())

function toldIn(text: string): string[] {
  const events = text.split("\n\n").filter((event) => event.includes("data: "))
  return events.map((event) => {
    const [, name, data, id] = /^event: (.*)\ndata: (.*)\nid: (.*)$/.exec(event) ?? []
    return `${id} ${name} ${(JSON.parse(data ?? "null") as { message: string }).message}`
  })
}

describe("what scripts log is streamed", () => {
  test("has headers that keep others from buffering it", async () => {
    const { listen } = await loggingWorld()
    const { headers, body } = await listen("ada")
    await body?.cancel()
    expect(headers.get("cache-control")).toBe("no-store, no-transform")
    expect(headers.get("x-accel-buffering")).toBe("no")
  })

  test("line by line, of the user and the application that the channel names", async () => {
    const { app, note, tell, listen } = await loggingWorld()
    const ofAda = await listen("ada")
    expect([ofAda.status, ofAda.headers.get("content-type")]).toEqual([200, "text/event-stream"])
    expect(ofAda.headers.get("access-control-allow-origin")).toBeNull()
    expect((await note("ada", "First")).status).toBe(200)
    expect((await note("bob", "Second")).status).toBe(200)
    expect((await tell("ada", "told, though it fails")).status).toBe(400)
    app.close()
    expect(await readLines(ofAda)).toEqual([
      "1 log_actionscript before",
      '2 log_actionscript {"a":1}',
      "3 log_actionscript after First",
      "7 log_actionscript told, though it fails",
    ])
  })

  test("the stream goes on from the last line that was read, as long as the log has the run", async () => {
    const { app, world, tell, listen } = await loggingWorld()
    for (let at = 1; at <= 103; at += 1) await tell("bob", `line ${at}`)
    const resumed = await listen("bob", { headers: { "last-event-id": "2" } })
    const fresh = await listen("bob")
    const ofAda = await listen("ada", { headers: { "last-event-id": "0" } })
    const lines = toldIn(await readUntil(resumed, "id: 103"))
    await world.reset()
    const empty = await listen("bob", { headers: { "last-event-id": "0" } })
    app.close()
    expect([lines.length, lines[0], lines.at(-1)]).toEqual([
      100,
      "4 log_actionscript line 4",
      "103 log_actionscript line 103",
    ])
    for (const stream of [fresh, ofAda, empty]) expect(await readLines(stream)).toEqual([])
  })

  test("the stream has the lines of one world, selected by its base URL", async () => {
    const { app, ask, userOf, tell } = await loggingWorld()
    app.worlds.fork({ name: "twin" })
    const ofTwin = await ask(`/w/twin/sse?channel=logs_${await userOf("bob")}_APP`)
    await tell("bob", "in main")
    await app.worlds.drop("twin")
    expect(await readLines(ofTwin)).toEqual([])
    expect((await ask("/w/nowhere/sse?channel=x")).status).toBe(404)
  })

  test("the stream ends when a client lets more than 1 MiB wait", async () => {
    const { app, tell, listen } = await loggingWorld()
    const unread = await listen("bob")
    for (let at = 0; at < 6; at += 1) await tell("bob", "long ".repeat(45_000))
    expect((await readLines(unread)).length).toBeLessThan(6)
    const kept = app.worlds.main.world.scriptLog.runs
    expect(kept.map(({ first }) => first)).toEqual([3, 4, 5, 6])
  })
})

describe("a channel is refused", () => {
  test.for([
    ["that is none", "", 400],
    ["of another form", "?channel=news", 400],
    ["of an unknown user", "?channel=logs_0123456789abcdef01234567_APP", 404],
    ["of an unknown project", "?channel=logs_$ADA_NOWHERE", 404],
  ] as const)("%s", async ([, query, status], { expect }) => {
    const { ask, userOf } = await loggingWorld()
    const answer = await ask(`/sse${query.replace("$ADA", await userOf("ada"))}`)
    const error_code = status === 400 ? "INVALID_PARAMS" : "NOT_FOUND"
    expect([answer.status, await answer.json()]).toEqual([status, { error: expect.any(String), error_code }])
  })

  test("to pages of other sites and to other machines, as the control plane is, and to other methods", async () => {
    const { listen, ask } = await loggingWorld()
    for (const headers of [
      { origin: "https://evil.test" },
      { "sec-fetch-site": "cross-site" },
      { "x-real-ip": "10.0.0.7" },
    ]) {
      expect((await listen("ada", { headers })).status).toBe(403)
    }
    expect((await ask("/sse", { method: "POST", headers: { "x-hexarium": "1" } })).status).toBe(405)
    expect((await listen("ada", { headers: { "last-event-id": "x" } })).status).toBe(400)
  })
})
