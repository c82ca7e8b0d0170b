import * as fc from "fast-check"
import { expect, test } from "vitest"
import type { World } from "../../src/world/index.ts"
import { people } from "../sample-worlds/people.ts"

type Kind = "registration" | "invitation" | "password" | "email"
type Consumer = "registerUser" | "setNewPassword" | "updateUserEmail"

/** State of a confirmation in the model. */
interface Known {
  readonly id: string
  readonly kind: Kind
  readonly user: string
  readonly email: string
  readonly createdMs: number
  isReplaced: boolean
  isUsed: boolean
}

const LIFE_MS = 24 * 3_600_000
const KINDS_BY_CONSUMER: Record<Consumer, readonly Kind[]> = {
  registerUser: ["registration", "invitation"],
  setNewPassword: ["password"],
  updateUserEmail: ["email"],
}
const EMAILS = ["new@x.test", "pat@acme.test", "carol@acme.test", "dave@acme.test"]

const command = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant("register" as const), who: fc.nat(3) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("forget" as const), who: fc.nat(3) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("invite" as const), who: fc.nat(3) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("change" as const), who: fc.nat(3), to: fc.nat(5) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("follow" as const), which: fc.nat(30) }) },
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constant("consume" as const),
      which: fc.nat(30),
      by: fc.constantFrom<Consumer>("registerUser", "setNewPassword", "updateUserEmail"),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant("wait" as const), ms: fc.constantFrom(1, LIFE_MS / 2, LIFE_MS) }),
  },
)
type Command = typeof command extends fc.Arbitrary<infer C> ? C : never

/** Runs commands on a world and on the model. */
class Run {
  readonly world: World
  readonly known: Known[] = []
  /** Operations that consumed a confirmation in any run. The test checks that there were some. */
  readonly consumed: Set<Consumer>

  constructor(world: World, consumed: Set<Consumer>) {
    this.world = world
    this.consumed = consumed
  }

  async step(given: Command): Promise<void> {
    switch (given.do) {
      case "register":
      case "forget":
      case "invite":
      case "change":
        return this.#issue(given)
      case "follow":
        return this.#follow(this.#pick(given.which))
      case "consume":
        return this.#consume(this.#pick(given.which), given.by)
      case "wait":
        await this.world.clock.move({ advance: given.ms })
    }
  }

  #pick(which: number): Known | undefined {
    return this.known[which % Math.max(1, this.known.length)]
  }

  async #issue(given: Extract<Command, { do: "register" | "forget" | "invite" | "change" }>): Promise<void> {
    const { world } = this
    const before = new Set(world.view().table("confirmations").toArray())
    const email = EMAILS[given.who] ?? ""
    const uId = world
      .view()
      .table("users")
      .toArray()
      .find((user) => user.email === email)?.uId
    const issue = {
      register: () => world.raw.public.userRegistration({ email }),
      forget: () => world.raw.public.forgotPassword({ email }),
      invite: () => world.raw.as("ada@acme.test").userInvite({ users: [{ email }], domain: "my.test" }),
      change: async () => {
        if (uId !== undefined && given.do === "change") {
          await world.raw.as(uId).updateUserEmailRequest({ email: `to${given.to}@x.test` })
        }
      },
    }
    await issue[given.do]().catch(() => {})
    for (const made of world.view().table("confirmations").toArray()) {
      if (before.has(made) || this.known.some((one) => one.id === made.confirmationId)) continue
      for (const older of this.known) {
        if (older.kind === made.kind && older.user === made.uId && !older.isUsed) older.isReplaced = true
      }
      this.known.push({
        id: made.confirmationId,
        kind: made.kind,
        user: made.uId,
        email: made.email,
        createdMs: Date.parse(world.now),
        isReplaced: false,
        isUsed: false,
      })
    }
  }

  async #follow(one: Known | undefined): Promise<void> {
    if (one === undefined) return
    const { world } = this
    const hash = world.hash()
    if (one.kind === "registration") await world.raw.public.confirmRegistration({ id: one.id })
    else if (one.kind === "password") await world.raw.public.validatePassword({ id: one.id })
    else await world.raw.public.confirmUserEmail({ confirmationId: one.id })
    const after = world.view().get("confirmations", one.id)
    expect(after).toMatchObject({ used: one.isUsed })
    if (one.kind !== "password" && !this.#isPending(one)) expect(world.hash()).toBe(hash)
  }

  #isPending({ isUsed, isReplaced, createdMs }: Known): boolean {
    return !isUsed && !isReplaced && Date.parse(this.world.now) <= createdMs + LIFE_MS
  }

  async #consume(one: Known | undefined, by: Consumer): Promise<void> {
    if (one === undefined) return
    const { world } = this
    const hash = world.hash()
    const { id, email } = one
    const consume = {
      registerUser: () => world.raw.public.registerUser({ confirmationId: id, email, password: "p" }),
      setNewPassword: () => world.raw.public.setNewPassword({ id, newPassword: "p", confirmPassword: "p" }),
      updateUserEmail: () => world.raw.public.updateUserEmail({ confirmationId: id }),
    }
    const isDone = await consume[by]().then(
      () => true,
      () => false,
    )
    if (!isDone) expect(world.hash()).toBe(hash)
    const mayBeDone = this.#isPending(one) && KINDS_BY_CONSUMER[by].includes(one.kind)
    if (isDone) expect(mayBeDone, `${by} of ${JSON.stringify(one)}`).toBe(true)
    if (mayBeDone && by === "setNewPassword") expect(isDone).toBe(true)
    if (isDone) {
      one.isUsed = true
      this.consumed.add(by)
      // Each of the three sets a password or an address, which invalidates the user's other IDs for the same purpose.
      for (const other of this.known) {
        const isEnded = other.user === one.user && (other.kind === "password" || other.kind === "email")
        if (isEnded && !other.isUsed) other.isReplaced = true
      }
    }
  }
}

test("a confirmation is consumed at most once, never after it elapsed or was replaced, and only by its own operation", async () => {
  const { world } = await people()
  const consumed = new Set<Consumer>()
  await fc.assert(
    fc.asyncProperty(fc.array(command, { minLength: 5, maxLength: 40 }), async (commands) => {
      const run = new Run(world.fork(), consumed)
      for (const one of commands) await run.step(one)
      for (const one of run.known) {
        const record = run.world.view().get("confirmations", one.id)
        expect(record).toMatchObject({ used: one.isUsed, replaced: one.isReplaced })
      }
    }),
    { numRuns: 150, seed: 12 },
  )
  expect([...consumed].sort()).toEqual(["registerUser", "setNewPassword", "updateUserEmail"])
})
