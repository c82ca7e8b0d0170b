import { OutcomeUnknown } from "../../../src/engine/index.ts"
import { DomainError } from "../../../src/model/index.ts"
import { itemsTable } from "../../../src/state/index.ts"
import type { EngineWorld } from "../../../src/world/index.ts"
import type { Random } from "../../robustness/random.ts"
import type { Seen } from "./checker.ts"
import { endingOf } from "./ending.ts"

/** A command or read of a client. */
export interface Act {
  readonly run: () => Promise<Seen | undefined>
  /** The observation if the server died before its response. */
  readonly unknown: () => Seen | undefined
}

export interface Choice {
  readonly world: EngineWorld
  /** Name of the world. */
  readonly name: string
  /** The user whom only this client adds to the group and removes from it. Undefined: no user. */
  readonly user?: string | undefined
  /** The only kind of commands. Default: all. */
  readonly only?: "create" | "read" | undefined
}

const ADA = "ada@acme.test"

/** Random commands and reads in worlds of tasks (`crewFixture`). All clients of a history share one instance. */
export class Acts {
  /** Observations that are wrong in any order of commands. */
  readonly bugs: string[] = []
  readonly #known = new Map<string, string[]>()
  #texts = 0

  /** A random command or read. */
  choose(random: Random, { world, name, user, only }: Choice): Act {
    const items = this.#known.get(name) ?? []
    const itemId = items[random.below(items.length)]
    const chance = only === "create" ? 0 : only === "read" ? 70 : random.below(100)
    this.#texts += 1
    const text = `t${this.#texts}`
    if (itemId === undefined || chance < 35) return this.#create(world, name, text)
    if (chance < 65) return this.#update(world, itemId, text)
    if (chance < 90 || user === undefined) return this.#read(world, itemId)
    return this.#member(world, user, random.below(2) === 0)
  }

  #create(world: EngineWorld, name: string, text: string): Act {
    return this.#command(
      async () => {
        await world.catchUp()
        const { itemId } = await world.raw
          .as(ADA)
          .createItem({ application: "APP", datastore: "Tasks", item: { Text: text } })
        this.#known.set(name, [...(this.#known.get(name) ?? []), itemId])
        return { kind: "create", text, outcome: "done", itemId }
      },
      (outcome) => ({ kind: "create", text, outcome }),
    )
  }

  #update(world: EngineWorld, itemId: string, text: string): Act {
    let base = 0
    const place = { application: "APP", datastore: "Tasks", itemId, item: { Text: text } }
    return this.#command(
      async () => {
        await world.catchUp()
        base = itemIn(world, itemId).rev
        try {
          const { revNo } = await world.raw.as(ADA).updateItem({ ...place, revNo: base })
          return { kind: "update", itemId, base, text, outcome: "done", rev: revNo }
        } catch (error) {
          if (!(error instanceof DomainError) || error.code !== "ITEM_REV_CONFLICT") throw error
          return { kind: "update", itemId, base, text, outcome: "conflict" }
        }
      },
      (outcome) => ({ kind: "update", itemId, base, text, outcome }),
    )
  }

  #read(world: EngineWorld, itemId: string): Act {
    return this.#command(
      async () => {
        await world.catchUp()
        const { rev, text } = itemIn(world, itemId)
        return { kind: "read", itemId, rev, text, isFenced: true }
      },
      () => undefined,
    )
  }

  #member(world: EngineWorld, user: string, isIn: boolean): Act {
    return this.#command(
      async () => {
        await world.catchUp()
        const ada = world.raw.as(ADA)
        if (isIn) await ada.addUser({ email: user, group: "CREW" })
        else if (endingOf(world, "Tasks", "CREW").members.includes(user)) {
          const found = world
            .view()
            .table("users")
            .toArray()
            .find(({ email }) => email === user)
          await ada.removeUser({ group: "CREW", uId: found?.uId ?? "" })
        }
        return { kind: "member", user, isIn, outcome: "done" }
      },
      (outcome) => ({ kind: "member", user, isIn, outcome }),
    )
  }

  /** `otherwise`: the observation if there was no response, or if the store refused the write. */
  #command(run: () => Promise<Seen>, otherwise: (outcome: "unknown" | "refused") => Seen | undefined): Act {
    return {
      unknown: () => otherwise("unknown"),
      run: async () => {
        try {
          return await run()
        } catch (error) {
          if (error instanceof OutcomeUnknown) return otherwise("unknown")
          if (error instanceof DomainError && error.code === "SYSTEM_ERROR") return otherwise("refused")
          this.bugs.push(`a command failed: ${error instanceof Error ? error.message : String(error)}`)
          return undefined
        }
      },
    }
  }
}

function itemIn(world: EngineWorld, itemId: string): { readonly rev: number; readonly text: string } {
  const view = world.view()
  for (const { dId, fields } of view.table("datastores").toArray()) {
    const item = view.get(itemsTable(dId), itemId)
    const text = fields.find(({ displayId }) => displayId === "Text")
    if (item !== undefined && text !== undefined) return { rev: item.revNo, text: String(item.values[text.fId]) }
  }
  throw new Error(`the item ${itemId} is not there`)
}
