import { describe, expect, test } from "vitest"
import type { Mail } from "../../../src/model/records/index.ts"
import type { MailDelivery } from "../../../src/ports/index.ts"
import { createWorld } from "../../../src/world/index.ts"
import { people } from "../../sample-worlds/people.ts"

const register = async (world: Awaited<ReturnType<typeof createWorld>>, ...emails: string[]) => {
  for (const email of emails) await world.raw.public.userRegistration({ email })
}

describe("the outbox of a world", () => {
  test("lists by receiver, kind and what came before, oldest first", async () => {
    const { world } = await people()
    await register(world, "a@x.test", "b@x.test")
    await world.raw.public.forgotPassword({ email: "ada@acme.test" })
    await register(world, "A@x.test")
    const receivers = (mails: readonly Mail[]) => mails.map((mail) => `${mail.kind} ${mail.to}`)
    const all = world.mail.list()
    expect(receivers(all)).toEqual([
      "registration a@x.test",
      "registration b@x.test",
      "password ada@acme.test",
      "registration a@x.test",
    ])
    expect(all.map((mail) => mail.at)).toEqual(Array(4).fill("2026-01-05T09:00:00.000Z"))
    expect(world.mail.list({ to: "A@X.test" })).toEqual([all[0], all[3]])
    expect(world.mail.list({ kind: "password" })).toEqual([all[2]])
    expect(world.mail.list({ since: all[1]?.id })).toEqual([all[2], all[3]])
    expect(world.mail.list({ since: all[1]?.id, to: "a@x.test", kind: "registration" })).toEqual([all[3]])
    expect(world.mail.list({ since: all[3]?.id })).toEqual([])
    expect(world.mail.get(all[0]?.id ?? "")).toEqual(all[0])
    expect(world.mail.get("unknown")).toBeUndefined()
  })

  test("a deleted mail still says what is later than it", async () => {
    const { world } = await people()
    await register(world, "a@x.test", "b@x.test", "c@x.test")
    const [, second, third] = world.mail.list()
    expect(await world.mail.remove(second?.id ?? "")).toBe(true)
    expect(await world.mail.remove(second?.id ?? "")).toBe(false)
    expect(world.mail.list({ since: second?.id })).toEqual([third])
    await world.mail.clear()
    expect(world.mail.list()).toEqual([])
    await register(world, "d@x.test")
    expect(world.mail.list({ since: third?.id })).toHaveLength(1)
    expect(() => world.mail.list({ since: "yesterday" })).toThrow("expected a mail ID")
  })

  test("waits for a commit, not for time; the newest that fits", async () => {
    const { world } = await people()
    await register(world, "b@x.test")
    const waiting = world.mail.waitFor({ to: "a@x.test" })
    let isDone = false
    void waiting.then(() => {
      isDone = true
    })
    await register(world, "c@x.test")
    await Promise.resolve()
    expect(isDone).toBe(false)
    await register(world, "a@x.test")
    expect(await waiting).toEqual(world.mail.list({ to: "a@x.test" })[0])
    await register(world, "a@x.test")
    expect(await world.mail.waitFor({ to: "a@x.test" })).toEqual(world.mail.list({ to: "a@x.test" })[1])
  })

  test("gives up when its signal says so, and forgets about it", async () => {
    const { world } = await people()
    const control = new AbortController()
    const waiting = world.mail.waitFor({ to: "a@x.test" }, { signal: control.signal })
    control.abort(new Error("enough"))
    await expect(waiting).rejects.toThrow("enough")
    await expect(world.mail.waitFor({}, { signal: control.signal })).rejects.toThrow("enough")
    await register(world, "a@x.test")
  })

  test("a restored mailbox is looked at again", async () => {
    const { world } = await people()
    await register(world, "a@x.test")
    const snapshot = world.snapshot()
    await world.mail.clear()
    const waiting = world.mail.waitFor({ to: "a@x.test" })
    await world.restore(snapshot)
    expect((await waiting).to).toBe("a@x.test")
  })

  test("forks have mailboxes of their own", async () => {
    const { world } = await people()
    await register(world, "a@x.test")
    const twin = world.fork({ baseUrl: "http://twin.test/w/twin" })
    await register(twin, "b@x.test")
    expect(world.mail.list()).toHaveLength(1)
    expect(twin.mail.list()).toHaveLength(2)
    expect(twin.mail.list().at(-1)?.links[0]?.url).toMatch(/^http:\/\/twin\.test\/w\/twin\/api\/v0\//)
  })

  test("keeps the newest mails, up to mailboxSize", async () => {
    const world = await createWorld({ mailboxSize: 3, clock: { mode: "frozen", now: "2026-01-05T09:00:00Z" } })
    const emails = Array.from({ length: 200 }, (_, at) => `u${at}@x.test`)
    await register(world, ...emails)
    expect(world.mail.list().map((mail) => mail.to)).toEqual(["u197@x.test", "u198@x.test", "u199@x.test"])
    await expect(createWorld({ mailboxSize: 0 })).rejects.toThrow(RangeError)
    await expect(createWorld({ mailboxSize: 1.5 })).rejects.toThrow(RangeError)
  })

  test("is part of the state: a refused request sends nothing, a reset empties it", async () => {
    const { world } = await people()
    const hash = world.hash()
    await register(world, "a@x.test")
    expect(world.hash()).not.toBe(hash)
    await world.reset()
    expect([world.mail.list(), world.hash()]).toEqual([[], hash])
  })
})

describe("delivery", () => {
  const collecting = () => {
    const delivered: Mail[] = []
    const delivery: MailDelivery = {
      async deliver(mail) {
        if (mail.to.startsWith("bad")) throw new Error("no such mailbox")
        delivered.push(mail)
      },
    }
    return { delivered, delivery }
  }

  test("happens after the commit, in the background, once per mail", async () => {
    const { delivered, delivery } = collecting()
    const world = await createWorld({ ports: { mailDelivery: delivery } })
    await register(world, "a@x.test", "b@x.test")
    await world.idle()
    expect(delivered).toEqual(world.mail.list())
    await world.mail.clear()
    await world.idle()
    expect(delivered).toHaveLength(2)
  })

  test("nothing is delivered for a refused request", async () => {
    const { delivered, delivery } = collecting()
    const { world } = await people({ ports: { mailDelivery: delivery } })
    await expect(
      world.raw.as("ada@acme.test").userInvite({
        users: [{ email: "pat@acme.test" }, { email: "a\nb" }],
        domain: "my.test",
      }),
    ).rejects.toThrow()
    await world.idle()
    expect(delivered).toEqual([])
  })

  test("a failure is noted and changes nothing for anybody", async () => {
    const { delivered, delivery } = collecting()
    const throwing: MailDelivery = {
      deliver: (mail) => {
        if (mail.to.startsWith("worse")) throw new Error("not even a promise")
        return delivery.deliver(mail)
      },
    }
    const world = await createWorld({ ports: { mailDelivery: throwing } })
    await register(world, "bad@x.test", "worse@x.test", "good@x.test")
    await world.idle()
    expect(world.mail.list()).toHaveLength(3)
    expect(delivered.map((mail) => mail.to)).toEqual(["good@x.test"])
    expect(world.mail.failures.map(({ to, error }) => `${to} ${error}`).sort()).toEqual([
      "bad@x.test Error: no such mailbox",
      "worse@x.test Error: not even a promise",
    ])
  })
})
