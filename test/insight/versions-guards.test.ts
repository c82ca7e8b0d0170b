import {
  buildSchema,
  type GraphQLInputType,
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isObjectType,
} from "graphql"
import { describe, expect, test } from "vitest"
import { roots } from "../../emulator/graphql/roots/table.ts"
import { SDL } from "../../emulator/graphql/sdl.ts"
import { graphqlClient } from "../graphql/graphql-client.ts"
import { DEALS, READ_ONLY, serveDeals } from "./serve-deals.ts"

const USER_INFO = { query: "{ userInfo { email } }" }

/** Roots that check their arguments, or look up the datastore, before the operation. They refuse the sample arguments earlier. */
const CHECKED_FIRST = ["datastoreUpdateItem", "datastoreDeleteDatastoreItems", "createItemFileAttachment"]

/** Returns a value that a type accepts. */
function anyValue(type: GraphQLInputType): unknown {
  const given = getNullableType(type)
  if (isListType(given)) return [anyValue(given.ofType)]
  if (isEnumType(given)) return given.getValues()[0]?.name
  if (isInputObjectType(given)) {
    const needed = Object.values(given.getFields()).filter((field) => isNonNullType(field.type))
    return Object.fromEntries(needed.map((field) => [field.name, anyValue(field.type)]))
  }
  const values: Readonly<Record<string, unknown>> = { Int: 1, Float: 1, Boolean: true, String: "x", ID: "x" }
  return given.name in values ? values[given.name] : {}
}

/** A server that has dropped the versions 0 and 1 of `main`, and whose other world has a version that `main` lacks. */
async function serverWithDroppedVersions() {
  const server = await serveDeals({ history: 2 })
  for (const title of ["One", "Two", "Three"]) await server.create(title)
  await server.control("POST", "/worlds", { name: "other" })
  await server.fetch("POST", `/w/other/api/v0${DEALS}/items/new`, { item: { Title: "Four" } })
  return server
}

describe("a version that is not there", () => {
  const NAMES = {
    dropped: "0",
    "of another world": "4",
    unknown: "77",
    "before the oldest": "-3",
    "a word": "yesterday",
  }

  test.each(Object.entries(NAMES))(
    "%s: every way to it answers 404 with the range, and changes nothing",
    async (_, name) => {
      const { world, app, fetch, past, control } = await serverWithDroppedVersions()
      const hash = world.hash()
      const logged = app.worlds.main.log.allEntries().length
      const answers = {
        path: await past(name, "GET", "/userinfo"),
        header: await fetch("GET", "/api/v0/userinfo", undefined, { "x-hexarium-world": `main@${name}` }),
        write: await past(name, "POST", `${DEALS}/items/new`, { item: { Title: "X" } }),
        graphql: await fetch("POST", `/w/main@${name}/graphql`, USER_INFO),
        export: await control("GET", `/worlds/main@${name}/export`),
        world: await control("GET", `/worlds/main@${name}`),
        fork: await control("POST", "/worlds", { version: name }),
        rewind: await control("POST", "/worlds/main/rewind", { version: name }),
        from: await control("GET", `/worlds/main/differences?from=${name}`),
        to: await control("GET", `/worlds/main/differences?to=${name}`),
      }
      for (const [way, { status, text }] of Object.entries(answers)) {
        expect({ way, status }).toEqual({ way, status: 404 })
        expect(text, way).toContain("it keeps the versions 2 to 3")
      }
      expect(world.hash()).toBe(hash)
      expect(app.worlds.size).toBe(2)
      expect(app.worlds.main.log.allEntries()).toHaveLength(logged)
    },
  )

  test("after a reset, earlier versions remain, and their requests are forgotten", async () => {
    const { app, past, create, control } = await serveDeals()
    await create("One")
    const id = app.worlds.main.log.entries().at(-1)?.id
    expect((await past(`after:${id}`, "GET", "/userinfo")).status).toBe(200)
    await control("POST", "/worlds/main/reset")
    expect((await past(1, "GET", "/userinfo")).status).toBe(200)
    expect((await past(`after:${id}`, "GET", "/userinfo")).status).toBe(404)
  })
})

describe("GraphQL at a version", () => {
  const mutations = Object.values(buildSchema(SDL).getMutationType()?.getFields() ?? {})

  test.each(mutations.map((root) => [root.name, root] as const))(
    "%s: refuses a write, and changes nothing",
    async (name, root) => {
      const { world, app, fetch } = await serveDeals()
      const hash = world.hash()
      const args = root.args.filter(({ type }) => isNonNullType(type))
      const names = args.map((arg) => `$${arg.name}: ${arg.type}`).join(", ")
      const passed = args.map((arg) => `${arg.name}: $${arg.name}`).join(", ")
      const fields = isObjectType(getNamedType(root.type)) ? "{ __typename }" : ""
      const query = `mutation ${names && `(${names})`} { ${name} ${passed && `(${passed})`} ${fields} }`
      const variables = Object.fromEntries(args.map((arg) => [arg.name, anyValue(arg.type)]))
      const { body } = await fetch("POST", "/w/main@0/graphql", { query, variables })
      if (CHECKED_FIRST.includes(name)) expect(body.errors).toHaveLength(1)
      else if (roots[name as keyof typeof roots]?.operation.isRead !== true)
        expect(body.errors).toMatchObject([{ message: READ_ONLY, extensions: { code: "NO_PRIVILEGES", status: 403 } }])
      expect(world.hash()).toBe(hash)
      expect(app.worlds.main.log.allEntries()).toEqual([])
    },
  )

  test("refuses the write of a document with several roots, and a logged out token", async () => {
    const { world, api, fetch } = await serveDeals()
    const hash = world.hash()
    const two = await fetch("POST", "/w/main@0/graphql", {
      query: "mutation { one: logout { success } two: logout { success } }",
    })
    expect(two.text).toContain(READ_ONLY)
    expect(world.hash()).toBe(hash)
    await api("POST", "/users/logout", {})
    const past = await fetch("POST", "/w/main@0/graphql", USER_INFO)
    expect(past.body.errors).toMatchObject([{ extensions: { status: 401 } }])
  })
})

describe("a version", () => {
  test("is named by the path if the header names another world", async () => {
    const { world, fetch, create, control } = await serveDeals()
    await control("POST", "/worlds", { name: "other" })
    await create("One")
    const answer = await fetch("GET", "/w/main@0/api/v0/userinfo", undefined, { "x-hexarium-world": "other" })
    expect(answer.headers.get("x-hexarium-version")).toBe("0")
    const now = await fetch("GET", "/w/main/api/v0/userinfo", undefined, { "x-hexarium-world": "main@0" })
    expect(now.headers.get("x-hexarium-version")).toBe(String(world.version))
  })

  test.each(["GET", "HEAD", "PUT", "POST", "DELETE"])(
    "answers %s of an unknown path with a refusal",
    async (method) => {
      const { world, app } = await serveDeals()
      const hash = world.hash()
      const answer = await app.fetch(new Request("http://localhost/w/main@0/api/v0/nothing", { method }))
      expect(answer.status).toBeGreaterThanOrEqual(400)
      expect(answer.status).toBeLessThan(500)
      expect(world.hash()).toBe(hash)
    },
  )

  test("uses no planned fault of the present", async () => {
    const { past, api, control } = await serveDeals()
    await control("POST", "/worlds/main/faults", { operation: "GetUserInfo", status: 503, times: 1 })
    expect((await past(0, "GET", "/userinfo")).status).toBe(200)
    expect((await past("-1", "GET", "/userinfo")).status).toBe(200)
    expect((await api("GET", "/userinfo")).status).toBe(503)
  })

  test("runs dry runs of writes on a fork of its own", async () => {
    const { world, app, past, create } = await serveDeals()
    const { version } = world
    await create("One")
    const [hash, worlds] = [world.hash(), app.worlds.size]
    const dry = await past(
      version,
      "POST",
      `${DEALS}/items/new`,
      { item: { Title: "X" } },
      { "x-hexarium-dry-run": "1" },
    )
    expect(dry.status).toBe(200)
    expect(dry.headers.get("x-hexarium-version")).toBe(String(version))
    const [entry, ...others] = app.worlds.main.log.entries().slice(1)
    expect([entry?.isDryRun, entry?.versions, others]).toEqual([true, { before: version, after: version }, []])
    expect(dry.headers.get("x-hexarium-dry-run")).toBe(String(entry?.id))
    expect([world.hash(), app.worlds.size, world.at(version).version]).toEqual([hash, worlds, version])
  })

  test("runs dry runs of GraphQL at a version, which the header names, and refuses the write without the header", async () => {
    const { world, app, create } = await serveDeals()
    const { version } = world
    await create("One")
    const [hash, worlds] = [world.hash(), app.worlds.size]
    const client = graphqlClient(app, "ada-token")
    const at = { "x-hexarium-world": `main@${version}` }
    const write = `mutation { datastoreCreateNewItem(projectId: "CRM", datastoreId: "Deals", newItemActionParameters: { item: { Title: "X" } }) { item_id } }`
    const dry = await client.send(write, undefined, { ...at, "x-hexarium-dry-run": "1" })
    expect([dry.errors, dry.headers.get("x-hexarium-version")]).toEqual([[], String(version)])
    const id = dry.headers.get("x-hexarium-dry-run")
    const entry = await app.fetch(`/_hexarium/worlds/main/requests/${id}`, { headers: { "x-hexarium": "1" } })
    expect(await entry.json()).toMatchObject({ dry_run: true, operation: "datastoreCreateNewItem" })
    const refused = await client.send(write, undefined, at)
    expect(refused.errors[0]?.message).toContain(READ_ONLY)
    expect([world.hash(), app.worlds.size]).toEqual([hash, worlds])
  })
})
