import { afterEach, describe, expect, test } from "vitest"
import type { SharedStore } from "../../emulator/worlds/index.ts"
import type { Page, SnapshotPages, Store, WorldRow } from "../../src/ports/index.ts"
import { NOW } from "../state/records.ts"
import { until } from "../until.ts"

export interface StoreHarness {
  /** Opens the store. If several may be open at a time, each is a new one on the same database. */
  open(): Promise<Store>
  dispose(): Promise<void>
}

/** Whether several stores may be open on a database at a time. */
export type StoreUse = "one" | "several"

const HARD_TEXT = `O'Hara "x" \u2028 🙂 \\n`
const bodyOf = (text: string) => JSON.stringify({ batch: text, text: `${HARD_TEXT}${text}\u0000\ud800` })
const change = (sequence: number, text = `c${sequence}`) => ({
  sequence,
  at: NOW,
  actor: sequence % 2 === 0 ? null : "u1",
  operation: "Test",
  body: bodyOf(text),
})
const blob = (sha256: string, size = 3) => ({ sha256, contentType: "text/plain", bytes: new Uint8Array(size).fill(7) })

/** Contract tests of the port `Store`. */
export function storeContract(name: string, use: StoreUse, make: () => Promise<StoreHarness>): void {
  describe(`Store: ${name}`, () => {
    let harness: StoreHarness

    afterEach(() => harness.dispose())

    async function opened(): Promise<Store> {
      harness = await make()
      return harness.open()
    }
    const page = (store: Store, value: unknown): Page => {
      const body = JSON.stringify(value)
      return { id: store.pageId(body), body }
    }
    /** The pages of a state with one table and one leaf. */
    const snapshotPages = (store: Store, text: string): SnapshotPages => {
      const leaf = page(store, [{ text: `${HARD_TEXT}${text}` }, null])
      const root = page(store, { scalars: { text }, tables: [{ name: "t", length: 2, shift: 0, page: leaf.id }] })
      return { root: root.id, pages: [leaf, root], references: [] }
    }
    const makeWorld = async (store: Store, world = "main", version = 0): Promise<WorldRow> => {
      const { root, pages } = snapshotPages(store, world)
      const made = await store.makeWorld(
        {
          ...{ name: world, parent: null, parentVersion: null, version, rootVersion: version, createdAt: NOW },
          origin: { root, at: NOW, madeOf: "a fixture" },
        },
        { root, pages, references: [] },
        [],
      )
      if (typeof made === "string") throw new Error(made)
      return made
    }

    test("a new store has no worlds", async () => {
      const store = await opened()
      expect(await store.worlds()).toEqual([])
      expect(await store.sizes()).toMatchObject({ changes: 0, pages: 0, blobs: 0 })
    })

    test("a probe leaves nothing", async () => {
      const store = await opened()
      const { world } = await makeWorld(store)
      const { pages } = await store.sizes()
      await store.append(world, [change(1)], [])
      await Promise.all([store.probe(), store.probe()])
      expect([await store.changesAfter(world, 0, 9), await store.versions()]).toEqual([
        [change(1)],
        new Map([[world, 1]]),
      ])
      expect(await store.sizes()).toMatchObject({ changes: 1, pages, blobs: 0 })
    })

    test("worlds are listed in the order they were made, each name once; that of a deleted one is free again", async () => {
      const store = await opened()
      const main = await makeWorld(store)
      const second = await makeWorld(store, "second", 7)
      expect(await store.worlds()).toEqual([main, second])
      expect(main).toMatchObject({ name: "main", version: 0, rootVersion: 0, parent: null, createdAt: NOW })
      expect(second.origin).toEqual({ root: second.root, at: NOW, madeOf: "a fixture" })
      const { world: _, root, ...again } = second
      expect(await store.makeWorld(again, { root, pages: [], references: [root] }, [])).toBe("taken")
      await store.deleteWorld(second.world, NOW)
      expect(await store.worlds()).toEqual([main])
      const third = await makeWorld(store, "second")
      expect(third.world).not.toBe(second.world)
      expect(await store.changesAfter(third.world, 0, 10)).toEqual([])
      expect(await store.append(second.world, [change(8)], [])).toBe("deleted")
    })

    test("changes come back as they were, in order, and a sequence is taken once", async () => {
      const store = await opened()
      const { world } = await makeWorld(store)
      expect(await store.append(world, [change(1), change(2)], [])).toBe("done")
      expect(await store.append(world, [change(3)], [blob("b1")])).toBe("done")
      for (const sequences of [[3], [2, 3, 4], [1], [5]])
        expect(
          await store.append(
            world,
            sequences.map((each) => change(each, "late")),
            [blob("b2")],
          ),
        ).toBe("outpaced")
      expect(await store.changesAfter(world, 0, 10)).toEqual([change(1), change(2), change(3)])
      expect(await store.changesAfter(world, 1, 1)).toEqual([change(2)])
      expect(await store.changesAfter(world, 3, 10)).toEqual([])
      expect(await store.bodyAt(world, 2)).toBe(bodyOf("c2"))
      expect(await store.bodyAt(world, 4)).toBeUndefined()
      expect(await store.versions()).toEqual(new Map([[world, 3]]))
      expect((await store.blobs(["b1", "b2"])).map(({ sha256 }) => sha256)).toEqual(["b1"])
    })

    test("of appends that are made at the same time, one wins", async () => {
      const store = await opened()
      const { world } = await makeWorld(store)
      const outcomes = await Promise.all(["a", "b", "c"].map((text) => store.append(world, [change(1, text)], [])))
      expect([...outcomes].sort()).toEqual(["done", "outpaced", "outpaced"])
      expect(await store.bodyAt(world, 1)).toBe(bodyOf(["a", "b", "c"][outcomes.indexOf("done")] as string))
    })

    test("a replacement is a change that brings its state, and an origin only if it says so", async () => {
      const store = await opened()
      const { world, origin } = await makeWorld(store)
      await store.append(world, [change(1)], [])
      const other = snapshotPages(store, "other")
      expect(await store.replace(world, { change: change(1), snapshotPages: other }, [])).toBe("outpaced")
      expect(await store.pages([other.root])).toEqual([])
      expect(await store.replace(world, { change: change(2), snapshotPages: other }, [])).toBe("done")
      expect(await store.worlds()).toMatchObject([{ version: 2, root: other.root, rootVersion: 2, origin }])
      const third = snapshotPages(store, "third")
      const madeOf = { at: NOW, madeOf: null }
      expect(await store.replace(world, { change: change(3), snapshotPages: third, origin: madeOf }, [])).toBe("done")
      expect(await store.worlds()).toMatchObject([{ rootVersion: 3, origin: { root: third.root, ...madeOf } }])
    })

    test("a world is loaded from the newest snapshot, whichever comes last", async () => {
      const store = await opened()
      const { world } = await makeWorld(store)
      await store.append(world, [change(1), change(2)], [])
      const [newer, older] = [snapshotPages(store, "newer"), snapshotPages(store, "older")]
      expect(await store.setRoot(world, 2, newer)).toBe("done")
      expect(await store.setRoot(world, 1, older)).toBe("done")
      expect(await store.worlds()).toMatchObject([{ root: newer.root, rootVersion: 2, version: 2 }])
      const pages = await store.pages([newer.root, "nowhere"])
      expect(pages).toEqual(newer.pages.filter(({ id }) => id === newer.root))
    })

    test("pages are stored once, and nothing leads to one that is not there", async () => {
      const store = await opened()
      const { world, root } = await makeWorld(store)
      const before = await store.sizes()
      await store.putPages(snapshotPages(store, "main").pages)
      expect((await store.sizes()).pages).toBe(before.pages)
      const bad: SnapshotPages = { ...snapshotPages(store, "bad"), references: ["nowhere"] }
      const row = { name: "s", version: 0, at: NOW, hash: "h" }
      expect(await store.setRoot(world, 1, bad)).toBe("pages_missing")
      expect(await store.replace(world, { change: change(1), snapshotPages: bad }, [])).toBe("pages_missing")
      expect(await store.putSnapshot(world, row, bad, [])).toBe("pages_missing")
      expect(await store.worlds()).toMatchObject([{ root, version: 0 }])
      expect(await store.sizes()).toMatchObject({ pages: before.pages, changes: 0 })
    })

    test("snapshots have names of their own in each world, and go with it", async () => {
      const store = await opened()
      const [{ world }, other] = [await makeWorld(store), await makeWorld(store, "other")]
      const [first, second] = [snapshotPages(store, "s1"), snapshotPages(store, "s2")]
      const row = { name: "s", version: 0, at: NOW, hash: "h1" }
      expect(await store.putSnapshot(world, row, first, [])).toBe("done")
      expect(await store.putSnapshot(world, { ...row, name: "t" }, first, [])).toBe("done")
      expect(await store.putSnapshot(world, { ...row, hash: "h2" }, second, [])).toBe("done")
      expect(await store.snapshots(world)).toEqual([
        { ...row, name: "t", root: first.root },
        { ...row, hash: "h2", root: second.root },
      ])
      expect(await store.snapshots(other.world)).toEqual([])
      // In one read, without worlds that have no snapshot.
      expect(await store.allSnapshots()).toEqual(new Map([[world, await store.snapshots(world)]]))
      expect(await store.putSnapshot(other.world, { ...row, name: "a" }, first, [])).toBe("done")
      expect(await store.allSnapshots()).toEqual(
        new Map([
          [world, await store.snapshots(world)],
          [other.world, await store.snapshots(other.world)],
        ]),
      )
      await store.deleteSnapshot(world, "t")
      expect((await store.snapshots(world)).map(({ name }) => name)).toEqual(["s"])
      await store.deleteWorld(world, NOW)
      expect(await store.snapshots(world)).toEqual([])
      expect([...(await store.allSnapshots()).keys()]).toEqual([other.world])
      expect(await store.putSnapshot(world, row, first, [])).toBe("deleted")
    })

    test("drops what nothing leads to, and nothing else", async () => {
      const store = await opened()
      const { world, root } = await makeWorld(store)
      await store.append(world, [change(1), change(2), change(3)], [blob("b1"), blob("b2")])
      const [now, named, gone] = ["now", "named", "gone"].map((text) => snapshotPages(store, text)) as [
        SnapshotPages,
        SnapshotPages,
        SnapshotPages,
      ]
      await store.setRoot(world, 2, now)
      await store.putSnapshot(world, { name: "s", version: 1, at: NOW, hash: "h" }, named, [])
      await store.putPages(gone.pages)
      await store.drop({ pages: "when_many" })
      expect(await store.pages([gone.root])).toHaveLength(1)
      await store.drop({ pages: "all", changesUpTo: new Map([[world, 2]]), blobsBut: async () => new Set(["b2"]) })
      const kept = [...now.pages, ...named.pages].map(({ id }) => id)
      expect(
        new Set((await store.pages([root, ...kept, ...gone.pages.map(({ id }) => id)])).map(({ id }) => id)),
      ).toEqual(new Set([root, ...kept]))
      expect(await store.changesAfter(world, 0, 10)).toEqual([change(3)])
      expect(await store.blobs(["b1", "b2"])).toEqual([blob("b2")])
      expect(await store.blobKeys()).toEqual(["b2"])
      expect(await store.append(world, [change(3)], [])).toBe("outpaced")
      expect(await store.append(world, [change(4)], [])).toBe("done")
    })

    test("a blob that is expected and not there keeps everything from being done", async () => {
      const store = await opened()
      const { world, root } = await makeWorld(store)
      const gone = { sha256: "gone" }
      const row = { name: "s", version: 0, at: NOW, hash: "h" }
      expect(await store.append(world, [change(1)], [blob("b1"), gone])).toBe("blobs_missing")
      expect(await store.replace(world, { change: change(1), snapshotPages: snapshotPages(store, "r") }, [gone])).toBe(
        "blobs_missing",
      )
      expect(await store.putSnapshot(world, row, snapshotPages(store, "s"), [gone])).toBe("blobs_missing")
      expect([await store.blobKeys(), await store.versions()]).toEqual([[], new Map([[world, 0]])])
      expect(await store.append(world, [change(1)], [blob("b1")])).toBe("done")
      expect(await store.append(world, [change(2)], [{ sha256: "b1" }])).toBe("done")
      expect(await store.worlds()).toMatchObject([{ root, version: 2 }])
    })

    test("what is named while blobs are being dropped stays", async () => {
      const store = await opened()
      const { world } = await makeWorld(store)
      await store.append(world, [change(1)], [blob("b1"), blob("b2"), blob("b3")])
      await store.drop({
        async blobsBut() {
          await store.append(world, [change(2)], [{ sha256: "b1" }, blob("b4")])
          return new Set(["b2"])
        },
      })
      expect([...(await store.blobKeys())].sort()).toEqual(["b1", "b2", "b4"])
      await store.drop({ blobsBut: async () => new Set() })
      expect(await store.blobKeys()).toEqual([])
      expect(await store.append(world, [change(3)], [{ sha256: "b1" }])).toBe("blobs_missing")
    })

    test("a secret stays the same, and the number of the last world is known after it is gone", async () => {
      const store = await opened()
      const secret = await store.secret()
      expect([secret.length > 16, await store.secret(), await store.lastWorld()]).toEqual([true, secret, 0])
      await makeWorld(store)
      const { world } = await makeWorld(store, "second")
      await store.deleteWorld(world, NOW)
      await store.drop({ pages: "all" })
      expect(await store.lastWorld()).toBe(world)
      await store.close()
      const again = await harness.open()
      expect([await again.secret(), await again.lastWorld()]).toEqual([secret, world])
    })

    test("everything is there when it is opened again", async () => {
      const store = await opened()
      const { world } = await makeWorld(store)
      await store.append(world, [change(1)], [blob("b1", 100_000)])
      await store.putSnapshot(world, { name: "s", version: 1, at: NOW, hash: "h" }, snapshotPages(store, "s"), [])
      const seen = [await store.worlds(), await store.snapshots(world)]
      await store.close()
      const again = await harness.open()
      expect([await again.worlds(), await again.snapshots(world)]).toEqual(seen)
      expect(await again.changesAfter(world, 0, 10)).toEqual([change(1)])
      expect(await again.blobs(["b1"])).toEqual([blob("b1", 100_000)])
      expect(again.id).not.toBe(store.id)
    })

    test("many changes and pages in one call", async () => {
      const store = await opened()
      const { world } = await makeWorld(store)
      const changes = Array.from({ length: 1500 }, (_, at) => change(at + 1))
      expect(await store.append(world, changes, [])).toBe("done")
      expect(await store.changesAfter(world, 0, 5000)).toEqual(changes)
      const pages = Array.from({ length: 1500 }, (_, at) => page(store, [{ at }]))
      await store.putPages(pages)
      const found = await store.pages(pages.map(({ id }) => id))
      expect(new Map(found.map(({ id, body }) => [id, body]))).toEqual(new Map(pages.map(({ id, body }) => [id, body])))
    })

    if (use === "one") return

    const sharingIn = (store: Store) => (store as SharedStore).sharing

    test("others hear of what was done", async () => {
      const store = await opened()
      const other = await harness.open()
      const heard: unknown[] = []
      const isTold = (news: unknown) => until(() => expect(heard).toContainEqual(news))
      const stop = other.follow?.((news) => heard.push(news))
      const { world } = await makeWorld(store)
      await isTold("worlds")
      await store.append(world, [change(1)], [])
      await isTold({ world, version: 1, id: store.changeId?.(world, change(1)) })
      expect(await other.append(world, [change(1)], [])).toBe("outpaced")
      expect(await other.changesAfter(world, 0, 1)).toEqual([change(1)])
      stop?.()
      await other.close()
    })

    test("the newest change is known by its ID, until it is dropped", async () => {
      const store = await opened()
      const [{ world }, second] = [await makeWorld(store), await makeWorld(store, "second", 7)]
      const idOf = (each: ReturnType<typeof change>, of = world) => store.changeId?.(of, each)
      expect(idOf(change(2))).toEqual(expect.any(String))
      expect(idOf(change(2, "another"))).not.toBe(idOf(change(2)))
      const heads = async () => [...((await store.heads?.()) ?? [])].sort(([one], [other]) => one - other)
      const untouched = [second.world, { version: 7, id: undefined }]
      expect(await heads()).toEqual([[world, { version: 0, id: undefined }], untouched])
      await store.append(world, [change(1), change(2)], [])
      expect(await heads()).toEqual([[world, { version: 2, id: idOf(change(2)) }], untouched])
      await store.replace(world, { change: change(3), snapshotPages: snapshotPages(store, "r") }, [])
      expect(await heads()).toEqual([[world, { version: 3, id: idOf(change(3)) }], untouched])
      await store.drop({ changesUpTo: new Map([[world, 3]]) })
      expect(await heads()).toEqual([[world, { version: 3, id: undefined }], untouched])
      await store.deleteWorld(world, NOW)
      expect(await heads()).toEqual([untouched])
    })

    test("changes that follow another change than the newest one are outpaced, however they are written", async () => {
      const store = await opened()
      const { world } = await makeWorld(store)
      const idOf = (each: ReturnType<typeof change>) => store.changeId?.(world, each)
      await store.append(world, [change(1), change(2)], [])
      const other = idOf(change(2, "of another history"))
      const many = Array.from({ length: 200 }, (_, at) => change(at + 3))
      const jobs = [{ key: "k", isOwn: false, work }]
      expect(await store.append(world, [change(3)], [], [], other)).toBe("outpaced")
      expect(await store.append(world, [change(3)], [blob("b1")], [], other)).toBe("outpaced")
      expect(await store.append(world, [change(3)], [], jobs, other)).toBe("outpaced")
      expect(await store.append(world, many, [], [], other)).toBe("outpaced")
      const replacement = { change: change(3), snapshotPages: snapshotPages(store, "r") }
      expect(await store.replace(world, replacement, [], other)).toBe("outpaced")
      expect(await store.changesAfter(world, 0, 9)).toEqual([change(1), change(2)])
      expect(await store.blobs(["b1"])).toEqual([])
      expect(await sharingIn(store).unclaimedJobs()).toEqual([])
      expect(await store.append(world, many, [], jobs, idOf(change(2)))).toBe("done")
      expect(await store.append(world, [change(203)], [], [], idOf(change(202)))).toBe("done")
      expect(await store.replace(world, { ...replacement, change: change(204) }, [], idOf(change(203)))).toBe("done")
      await store.drop({ changesUpTo: new Map([[world, 204]]) })
      // Nobody can compare with a change that the store has dropped.
      expect(await store.append(world, [change(205)], [], [], other)).toBe("done")
    })

    test("of several, one leads a world, until it leaves or its time is over", async () => {
      const store = await opened()
      const other = await harness.open()
      const { world } = await makeWorld(store)
      expect(await sharingIn(store).lead(world, "a", 60_000)).toBe(true)
      expect(await sharingIn(other).lead(world, "b", 60_000)).toBe(false)
      expect(await sharingIn(store).lead(world, "a", 60_000)).toBe(true)
      const row = { id: "a", since: NOW, leads: [world], versions: { main: 3 }, lagMs: 0 }
      await sharingIn(store).beat(row, 60_000)
      expect(await sharingIn(other).replicas()).toEqual([row])
      await sharingIn(store).leave("a")
      expect(await sharingIn(other).replicas()).toEqual([])
      expect(await sharingIn(other).lead(world, "b", 0)).toBe(true)
      expect(await sharingIn(store).lead(world, "a", 60_000)).toBe(true)
      await other.close()
    })

    const work = { at: NOW, kind: "webhook", id: "a1", name: "http://x/", itemId: `i ${HARD_TEXT}` } as const
    const beat = (store: Store, id: string, ms: number) =>
      sharingIn(store).beat({ id, since: NOW, leads: [], versions: {}, lagMs: 0 }, ms)

    test("work is noted with the changes that bring it, or not at all, and is adrift once nobody is there to do it", async () => {
      const store = await opened()
      const { world } = await makeWorld(store)
      await beat(store, store.id, 60_000)
      const keys = ["k1", "k0"]
      const jobs = keys.map((key) => ({ key, isOwn: true, work }))
      expect(await store.append(world, [change(1), change(2)], [], jobs)).toBe("done")
      expect(await store.append(world, [change(2)], [], [{ key: "k2", isOwn: false, work }])).toBe("outpaced")
      expect(await store.changesAfter(world, 0, 9)).toEqual([change(1), change(2)])
      expect(await sharingIn(store).unclaimedJobs()).toEqual([])
      await beat(store, store.id, 0)
      expect(await sharingIn(store).unclaimedJobs()).toEqual(
        keys.map((key) => ({ world, key, replica: store.id, work })),
      )
      await store.deleteWorld(world, NOW)
      expect(await sharingIn(store).unclaimedJobs()).toEqual([])
    })

    test("what is nobody's is claimed once, what is done forgotten once", async () => {
      const store = await opened()
      const other = await harness.open()
      const { world } = await makeWorld(store)
      await beat(store, "a", 60_000)
      await store.append(world, [change(1)], [], [{ key: "k", isOwn: false, work }])
      expect(await sharingIn(other).unclaimedJobs()).toEqual([{ world, key: "k", replica: null, work }])
      expect(await sharingIn(store).claim(world, "another", "a")).toBe(false)
      expect(await sharingIn(store).claim(world, "k", "a")).toBe(true)
      expect(await sharingIn(other).claim(world, "k", "b")).toBe(false)
      expect(await sharingIn(other).unclaimedJobs()).toEqual([])
      await beat(store, "a", 0)
      expect(await sharingIn(other).unclaimedJobs()).toEqual([{ world, key: "k", replica: "a", work }])
      const settled = await Promise.all([store, other].map((one) => sharingIn(one).completeJobs(world, ["k", "none"])))
      expect(settled.toSorted()).toEqual([[], ["k"]])
      expect(await sharingIn(store).unclaimedJobs()).toEqual([])
      await other.close()
    })
  })
}
