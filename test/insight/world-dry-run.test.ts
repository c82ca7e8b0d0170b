import * as fc from "fast-check"
import { describe, expect, test } from "vitest"
import { createWorld, DomainError } from "../../src/index.ts"
import type { Mail } from "../../src/model/records/index.ts"
import { createEngineWorld } from "../../src/world/index.ts"
import { DESK } from "../control/desk.ts"
import { smallWorld } from "../sample-worlds/small.ts"

const HOOK = "http://127.0.0.1:9/hook"

/** The help desk, with a webhook on the creation of tickets. */
async function hookedDesk(ports: object = {}) {
  const fixture = structuredClone(DESK) as unknown as {
    workspaces: [{ applications: [{ datastores: [{ actions: { Create: object } }] }] }]
  }
  Object.assign(fixture.workspaces[0].applications[0].datastores[0].actions.Create, { webhooks: [HOOK] })
  return createWorld({ fixture: fixture as never, ports })
}

const ticket = { application: "DESK", datastore: "TICKETS", item: { Subject: "Lamp broken" } }

describe("world.dryRun (insight.md section 3)", () => {
  test("resolves to the result, the changes and the webhooks, and changes nothing", async () => {
    const posted: string[] = []
    const world = await hookedDesk({ webhooks: { post: async (url: string) => posted.push(url) } })
    const [hash, version, state] = [world.hash(), world.version, world.state]
    const { result, error, changes, mails, webhooks } = await world.dryRun((twin) =>
      twin.as("ada@acme.test").createItem(ticket),
    )
    expect(error).toBeUndefined()
    expect(result?.itemId).toMatch(/^[0-9a-f]{24}$/)
    expect(changes.map(({ operation, sequence }) => [operation, sequence])).toEqual([["CreateItem", version + 1]])
    expect(changes[0]?.patches.some(({ after }) => JSON.stringify(after).includes("Lamp broken"))).toBe(true)
    expect(webhooks).toMatchObject([{ url: HOOK, error: "a dry run sends no webhooks" }])
    expect([mails, posted]).toEqual([[], []])
    expect([world.hash(), world.version, world.state === state]).toEqual([hash, version, true])
    expect(world.webhookLog.entries).toEqual([])
  })

  test("notifies no listener, so that the hub and event streams send nothing", async () => {
    const world = await createEngineWorld({ fixture: DESK })
    const heard: string[] = []
    world.onChange(({ operation }) => void heard.push(operation))
    await world.dryRun((twin) => twin.as("ada@acme.test").createItem(ticket))
    expect(heard).toEqual([])
    await world.as("ada@acme.test").createItem(ticket)
    expect(heard).toEqual(["CreateItem"])
  })

  test("resolves with the error of a refused call", async () => {
    const world = await smallWorld()
    const { result, error } = await world.dryRun((twin) =>
      twin.as("ada@acme.test").createItem({ datastore: "Nowhere", item: {} } as never),
    )
    expect(result).toBeUndefined()
    expect(error).toBeInstanceOf(DomainError)
    expect((await world.dryRun(() => Promise.reject(new TypeError("mine")))).error).toEqual(new TypeError("mine"))
  })

  test("sends no mails to the mail server, and returns those that it would have sent", async () => {
    const delivered: Mail[] = []
    const world = await createWorld({
      fixture: DESK,
      ports: { mailDelivery: { deliver: async (mail) => void delivered.push(mail) } },
    })
    const { mails } = await world.dryRun((twin) => twin.public.forgotPassword({ email: "bob@acme.test" }))
    expect(mails).toMatchObject([{ kind: "password", to: "bob@acme.test" }])
    expect([world.mail.list(), delivered]).toEqual([[], []])
  })

  test("returns the IDs of the real run under a frozen clock, but other confirmation IDs and tokens", async () => {
    const world = await createWorld({ fixture: DESK })
    const run = async (on: typeof world) => {
      const { token } = await on.public.login({ email: "bob@acme.test", password: "bobs-own-secret-2" })
      await on.public.forgotPassword({ email: "bob@acme.test" })
      const { itemId } = await on.as("ada@acme.test").createItem(ticket)
      const [mail] = on.mail.list()
      return { itemId, mail: mail?.id, token, confirmation: mail?.links[0]?.confirmationId }
    }
    const first = (await world.dryRun(run)).result
    const second = (await world.dryRun(run)).result
    const real = await run(world)
    expect([second?.itemId, second?.mail]).toEqual([first?.itemId, first?.mail])
    expect([first?.itemId, first?.mail]).toEqual([real.itemId, real.mail])
    const twin = world.fork()
    const later = await run(twin)
    for (const dry of [first, second])
      for (const issued of [real, later]) {
        expect(dry?.token).not.toBe(issued.token)
        expect(dry?.confirmation).toHaveLength(72)
        expect(dry?.confirmation).not.toBe(issued.confirmation)
      }
  })

  test("a planned fault applies to a dry run and is not used up", async () => {
    const world = await createWorld({ fixture: DESK })
    await world.faults.plan({ operation: "CreateItem", status: 503, times: 1 })
    const runs = [1, 2].map(() => world.dryRun((twin) => twin.as("ada@acme.test").createItem(ticket)))
    for (const { error } of await Promise.all(runs)) expect(error).toBeInstanceOf(DomainError)
    expect(world.faults.list()).toMatchObject([{ left: 1 }])
    await expect(world.as("ada@acme.test").createItem(ticket)).rejects.toThrow(DomainError)
    await world.as("ada@acme.test").createItem(ticket)
  })

  test("a copy that outlives its dry run refuses changes", async () => {
    const world = await createWorld({ fixture: DESK })
    let escaped = world
    await world.dryRun((twin) => {
      escaped = twin
    })
    await expect(escaped.as("ada@acme.test").createItem(ticket)).rejects.toThrow("the dry run has ended")
  })

  test("waits for post scripts, and discards an uploaded file", async () => {
    const world = await smallWorld()
    const hash = world.hash()
    const { changes } = await world.dryRun(async (twin) => {
      twin.background.add(
        Promise.resolve().then(() => twin.commit("Late", null, (tx) => void tx.setScalars({ nextOrdinal: 9_999 }))),
      )
    })
    expect(changes.map(({ operation }) => operation)).toEqual(["Late"])
    expect(world.hash()).toBe(hash)
  })

  test("leaves the hash of any history unchanged, and foretells the next change", async () => {
    const step = fc.record({ subject: fc.string({ maxLength: 12 }), isDry: fc.boolean() })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 8 }), async (steps) => {
        const world = await createWorld({ fixture: DESK })
        for (const { subject, isDry } of steps) {
          const write = (on: typeof world) =>
            on.as("ada@acme.test").createItem({ application: "DESK", datastore: "TICKETS", item: { Subject: subject } })
          const hash = world.hash()
          const dry = await world.dryRun(async (twin) => [await write(twin), twin.hash()] as const)
          expect(world.hash()).toBe(hash)
          if (isDry) continue
          const outcome = await write(world).then(
            (result) => ({ result, error: undefined }),
            (error: DomainError) => ({ result: undefined, error }),
          )
          expect(dry.error instanceof DomainError).toBe(outcome.error !== undefined)
          if (outcome.error === undefined) expect(dry.result).toEqual([outcome.result, world.hash()])
        }
      }),
      { seed: 54, numRuns: 12 },
    )
  })
})
