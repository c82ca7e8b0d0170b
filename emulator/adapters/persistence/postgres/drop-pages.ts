import { twice } from "./attempts.ts"
import type { Asking, Transacting } from "./connection.ts"
import type { Statements } from "./statements.ts"

const CHUNK = 1000

/** Deletes pages that no world or snapshot needs. During each deletion, a lock stops writers from adding references to pages. */
export async function dropPages(side: Transacting, sql: Statements, when: "all" | "when_many"): Promise<void> {
  const reach = new Reach(sql)
  await twice(async () => reach.add(side, await rootsIn(side, sql)))
  const ids = (await twice(() => side.query(sql.pageIds))).rows.map(({ id }) => String(id))
  const needless = ids.filter((id) => !reach.has(id))
  if (when === "when_many" && needless.length * 2 <= ids.length) return
  for (let from = 0; from < needless.length; from += CHUNK) {
    await twice(() =>
      side.transaction(async (asking) => {
        await asking.query(sql.lockPages)
        await reach.add(asking, await rootsIn(asking, sql))
        const chunk = needless.slice(from, from + CHUNK).filter((id) => !reach.has(id))
        await asking.query(sql.dropPages, [chunk])
      }),
    )
  }
}

async function rootsIn(asking: Asking, sql: Statements): Promise<string[]> {
  return (await asking.query(sql.roots)).rows.map(({ root }) => String(root))
}

interface RootPages {
  readonly tables: readonly { readonly shift: number; readonly page: string }[]
}

/** Collects the IDs of pages below root pages. Leaf pages are not read, because their parents contain their IDs. */
class Reach {
  readonly #sql: Statements
  readonly #roots = new Set<string>()
  readonly #pages = new Set<string>()

  constructor(sql: Statements) {
    this.#sql = sql
  }

  has(id: string): boolean {
    return this.#pages.has(id)
  }

  async add(asking: Asking, roots: readonly string[]): Promise<void> {
    const fresh = roots.filter((root) => !this.#roots.has(root))
    const inner: string[] = []
    await this.#read(asking, fresh, (body) => {
      for (const { shift, page } of (JSON.parse(body) as RootPages).tables) {
        if (this.#pages.has(page)) continue
        this.#pages.add(page)
        if (shift > 0) inner.push(page)
      }
    })
    await this.#walk(asking, inner)
    for (const root of fresh) {
      this.#pages.add(root)
      this.#roots.add(root)
    }
  }

  async #walk(asking: Asking, start: readonly string[]): Promise<void> {
    for (let level = start; level.length > 0; ) {
      const next: string[] = []
      await this.#read(asking, level, (body) => {
        for (const slot of JSON.parse(body) as unknown[]) {
          if (typeof slot !== "string" || this.#pages.has(slot)) continue
          this.#pages.add(slot)
          next.push(slot)
        }
      })
      level = next
    }
  }

  async #read(asking: Asking, ids: readonly string[], take: (body: string) => void): Promise<void> {
    for (let from = 0; from < ids.length; from += CHUNK) {
      const { rows } = await asking.query(this.#sql.pages, [ids.slice(from, from + CHUNK)])
      for (const { body } of rows) take(String(body))
    }
  }
}
