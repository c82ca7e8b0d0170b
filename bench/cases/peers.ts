/**
 * Compares the engine with bare statements of other stores that do the same work without validation, keys, histories or change records.
 * `npm run bench -- peers` installs their packages on its first run (and builds better-sqlite3 from source).
 */
import { createRequire } from "node:module"
import { itemsTable, Tx } from "../../src/state/index.ts"
import { asFastAs, type Line, nanoseconds, nanosecondsAwaited, report } from "../measure.ts"
import { ADA, dealIds, makeWorld, newDeal, newDealWithLines, PLACE } from "../worlds.ts"

const SIZE = 10_000
const require = createRequire(new URL("../peers/package.json", import.meta.url))

interface Row {
  readonly id: string
  readonly code: string
  readonly title: string
  readonly note: string
  readonly price: number
  readonly amount: number
  readonly kind: string
  readonly tags: string
  readonly customer: string
  rev_no: number
}

let rows = 0
function newRow(): Row {
  rows += 1
  return {
    id: (0xa000000 + rows).toString(16).padStart(24, "0"),
    code: `C-${rows}`,
    title: `Deal ${rows}`,
    note: `A note of some length about deal number ${rows}, as people write them.`,
    price: (rows * 7919) % 10_000,
    amount: (rows % 7) + 1,
    kind: ["Small", "Large", "Huge"][rows % 3] as string,
    tags: '["Hot","Cold"]',
    customer: `c${rows % 100}`,
    rev_no: 1,
  }
}

/** The operations of a compared store, each as one call. */
interface Peer {
  readonly name: string
  read(id: string): unknown
  update(id: string): unknown
  /** Creates a deal with five lines and ten links in one transaction. */
  createSix(): unknown
  search(): unknown
  /** Copies the whole store, so that the copy can change independently. */
  copy(): unknown
}

const seed = (): Row[] => Array.from({ length: SIZE }, newRow)

interface Statement {
  run(...values: unknown[]): unknown
  get(...values: unknown[]): unknown
  all(...values: unknown[]): unknown
}
interface Sqlite {
  exec(sql: string): void
  prepare(sql: string): Statement
  transaction(run: () => void): () => void
  serialize(): Buffer
  close(): void
}

function sqlite(data: readonly Row[]): Peer {
  const Database = require("better-sqlite3") as new (source: string | Buffer) => Sqlite
  const db = new Database(":memory:")
  db.exec(`create table deals (id text primary key, code text unique, title text, note text, price real, amount real, kind text,
    tags text, customer text, rev_no integer); create index deals_kind on deals (kind);
    create table lines (id text primary key, product text, count real);
    create table links (a text, b text, primary key (a, b)); create table histories (id text primary key, item text, at text)`)
  const insert = db.prepare("insert into deals values (?,?,?,?,?,?,?,?,?,?)")
  const line = db.prepare("insert into lines values (?,?,?)")
  const link = db.prepare("insert into links values (?,?)")
  const history = db.prepare("insert into histories values (?,?,?)")
  const read = db.prepare("select * from deals where id = ?")
  const update = db.prepare("update deals set price = 7, rev_no = rev_no + 1 where id = ? and rev_no > 0")
  const search = db.prepare("select * from deals where kind = 'Large' and price >= 5000 order by title limit 20")
  const put = (row: Row) => insert.run(...Object.values(row))
  db.transaction(() => data.forEach(put))()
  const six = db.transaction(() => {
    const deal = newRow()
    put(deal)
    history.run(`h${deal.id}`, deal.id, "2026-01-05")
    for (let number = 0; number < 5; number += 1) {
      const id = `${deal.id}-${number}`
      line.run(id, `Product ${number}`, number)
      history.run(`h${id}`, id, "2026-01-05")
      link.run(deal.id, id)
      link.run(id, deal.id)
    }
  })
  return {
    name: "better-sqlite3 :memory:",
    read: (id) => read.get(id),
    update: (id) => update.run(id),
    createSix: six,
    search: () => search.all(),
    copy: () => new Database(db.serialize()).close(),
  }
}

interface Collection {
  insert(row: object): object
  by(field: string, value: string): { rev_no: number; price: number } | undefined
  update(row: object): void
  chain(): { find(query: object): { simplesort(field: string): { limit(count: number): { data(): unknown } } } }
}
interface LokiDb {
  addCollection(name: string, options: object): Collection
  serialize(): string
  loadJSON(text: string): void
}

function loki(data: readonly Row[]): Peer {
  const Loki = require("lokijs") as new (name: string) => LokiDb
  const db = new Loki("bench")
  const deals = db.addCollection("deals", { unique: ["id", "code"], indices: ["kind"] })
  const others = ["lines", "links", "histories"].map((name) => db.addCollection(name, {}))
  for (const row of data) deals.insert(row)
  return {
    name: "lokijs",
    read: (id) => deals.by("id", id),
    update(id) {
      const row = deals.by("id", id)
      if (row === undefined) return
      row.price = 7
      row.rev_no += 1
      deals.update(row)
    },
    createSix() {
      const deal = newRow()
      deals.insert(deal)
      others[2]?.insert({ item: deal.id })
      for (let number = 0; number < 5; number += 1) {
        others[0]?.insert({ id: `${deal.id}-${number}`, product: `Product ${number}`, count: number })
        others[2]?.insert({ item: `${deal.id}-${number}` })
        others[1]?.insert({ a: deal.id, b: number })
        others[1]?.insert({ a: number, b: deal.id })
      }
    },
    search: () =>
      deals
        .chain()
        .find({ kind: "Large", price: { $gte: 5000 } })
        .simplesort("title")
        .limit(20)
        .data(),
    copy() {
      const copy = new Loki("copy")
      copy.loadJSON(db.serialize())
    },
  }
}

interface Model {
  create(row: object): object
  findFirst(query: object): { rev_no: number } | null
  findMany(query: object): unknown
  update(query: object): unknown
}

function msw(data: readonly Row[]): Peer {
  const { factory, primaryKey } = require("@mswjs/data") as {
    factory(models: object): Record<"deal" | "line" | "link" | "history", Model>
    primaryKey(make: () => string): unknown
  }
  const make = () => {
    const id = primaryKey(String)
    const row = { code: String, title: String, note: String, price: Number, amount: Number, kind: String }
    return factory({
      deal: { id, ...row, tags: String, customer: String, rev_no: Number },
      line: { id: primaryKey(String), product: String, count: Number },
      link: { id: primaryKey(String), a: String, b: String },
      history: { id: primaryKey(String), item: String },
    })
  }
  const db = make()
  for (const row of data) db.deal.create(row)
  const byId = (id: string) => ({ where: { id: { equals: id } } })
  return {
    name: "@mswjs/data",
    read: (id) => db.deal.findFirst(byId(id)),
    update: (id) => db.deal.update({ ...byId(id), data: { price: 7, rev_no: (rev: number) => rev + 1 } }),
    createSix() {
      const deal = newRow()
      db.deal.create(deal)
      db.history.create({ id: `h${deal.id}`, item: deal.id })
      for (let number = 0; number < 5; number += 1) {
        const id = `${deal.id}-${number}`
        db.line.create({ id, product: `Product ${number}`, count: number })
        db.history.create({ id: `h${id}`, item: id })
        db.link.create({ id: `a${id}`, a: deal.id, b: id })
        db.link.create({ id: `b${id}`, a: id, b: deal.id })
      }
    },
    search: () =>
      db.deal.findMany({
        where: { kind: { equals: "Large" }, price: { gte: 5000 } },
        orderBy: { title: "asc" },
        take: 20,
      }),
    copy() {
      const copy = make()
      for (const row of db.deal.findMany({}) as Row[]) copy.deal.create({ ...row, tags: row.tags })
    },
  }
}

/** Returns the IDs one after the other, in an order that is not their own. */
function cycle(all: readonly string[]): () => string {
  let next = 0
  return () => {
    next = (next + 7919) % all.length
    return all[next] ?? ""
  }
}

const world = await makeWorld(SIZE)
const ids = cycle(Array.from({ length: SIZE }, dealIds(SIZE)))
const ada = world.fork().raw.as(ADA)
const dId =
  world
    .view()
    .table("datastores")
    .toArray()
    .find((datastore) => datastore.displayId === "Deals")?.dId ?? ""
const list = {
  ...PLACE,
  conditions: [
    { id: "Kind", searchValue: ["Large"] },
    { id: "Price", searchValue: ["5000", null] },
  ],
  sortFields: [{ id: "Title" }],
  page: 1,
  perPage: 20,
}
const own = {
  details: await nanosecondsAwaited(3_000, () => ada.getItemDetails({ ...PLACE, itemId: ids(), ids: "display" })),
  update: await nanosecondsAwaited(1_000, () =>
    ada.updateItem({ ...PLACE, itemId: ids(), useDisplayId: true, isForceUpdate: true, item: { Price: 7 } }),
  ),
  createSix: await nanosecondsAwaited(300, () => ada.createItem(newDealWithLines())),
  search: await nanosecondsAwaited(50, () => ada.itemList(list)),
}
const items = world.state.tables.get(itemsTable(dId))
if (items === undefined) throw new Error("the world has no datastore Deals")
let table = items
const owner = {}
const bare = nanoseconds({
  read: () => items.get(ids()),
  fork: () => world.fork(),
  /** T6: an update that checks the revision. */
  flat: () => {
    const item = table.get(ids())
    if (item === undefined || item.revNo === 0) throw new Error("conflict")
    const patch = { revNo: item.revNo + 1, updatedAt: world.now }
    table = table.put(item.iId, Object.freeze(Object.assign({}, item, patch)), owner)
  },
  update: () => {
    const tx = new Tx(world.state, world.now, "")
    tx.patch(itemsTable(dId), ids(), { revNo: 2 })
    return tx.commit()
  },
})
await ada.createItem(newDeal())

const lines: Line[] = []
for (const make of [sqlite, loki, msw]) {
  const data = seed()
  const peer = make(data)
  const id = cycle(data.map((deal) => deal.id))
  const theirs = nanoseconds({
    read: () => peer.read(id()),
    update: () => peer.update(id()),
    createSix: () => peer.createSix(),
    search: () => peer.search(),
    copy: () => peer.copy(),
  })
  const against = `, ${peer.name}`
  const isSqlite = make === sqlite
  lines.push(asFastAs(`store: read by ID${against}`, bare.read, theirs.read))
  lines.push(asFastAs(`store: flat update${against}`, bare.flat, theirs.update, isSqlite ? 2 : undefined))
  lines.push(asFastAs(`store: update in one transaction each${against}`, bare.update, theirs.update))
  lines.push(asFastAs(`fork of a whole world${against}`, bare.fork, theirs.copy, isSqlite ? 20 : undefined))
  lines.push(asFastAs(`complete getItemDetails, against a bare read${against}`, own.details, theirs.read))
  lines.push(asFastAs(`complete updateItem, against a bare update${against}`, own.update, theirs.update))
  lines.push(
    asFastAs(
      `complete createItem with five related entries, against bare inserts${against}`,
      own.createSix,
      theirs.createSix,
    ),
  )
  lines.push(asFastAs(`itemList: two conditions, sort, page${against}`, own.search, theirs.search))
}
report(lines)
