import { describe, expect, test } from "vitest"
import type { StoredWorld } from "../../src/engine/index.ts"
import { MemoryDatabase, memoryStore } from "../../src/ports/defaults/memory-store.ts"
import { defaultPorts, type Store, StoreTrouble } from "../../src/ports/index.ts"
import { checkInvariants, createWorld } from "../../src/world/index.ts"
import { fakePersistence } from "../ports/fake-persistence.ts"
import { createTask, type Replica, replicaOn, searchTasks, TASKS } from "../worlds/replicas/replica.ts"
import { Random } from "./random.ts"

/** Number of histories. `HEXARIUM_HISTORIES` sets a higher number. */
const HISTORIES = Number(process.env.HEXARIUM_HISTORIES ?? 8)
const LENGTH = 30
/** Time in ms to wait for a request before hanging calls are released. */
const PATIENCE_MS = 5

/** `fails after`: the call is executed, but its response is lost. */
type Mood = "works" | "fails" | "fails after" | "late" | "hangs"

const MOODS: readonly Mood[] = ["fails", "fails after", "late", "hangs"]

/** Calls that retry until they succeed, and calls that commit. After the latter, the outcome may be unknown. */
const SURE_CALLS: readonly (keyof Store)[] = ["bodyAt"]
const COMMITS: readonly (keyof Store)[] = ["append", "replace"]

/** Stores on one database whose calls work, fail, are late, or hang until they are released. */
function moodyDatabase(random: Random) {
  const database = new MemoryDatabase()
  const met = new Set<string>()
  let hanging: (() => void)[] = []
  let isLoose = false
  const moodOf = (call: keyof Store): Mood => {
    if (!isLoose || random.chance(0.75)) return "works"
    const mood = random.pick(MOODS)
    if (mood.startsWith("fails") && SURE_CALLS.includes(call)) return "works"
    if (mood === "fails after" && !COMMITS.includes(call)) return "fails"
    met.add(`${call} ${mood}`)
    return mood
  }
  const within = async <T>(call: keyof Store, work: () => Promise<T>): Promise<T> => {
    const mood = moodOf(call)
    if (mood === "fails") throw new StoreTrouble(random.chance(0.5) ? "gone" : "other", "it failed")
    if (mood === "late") await new Promise((resolve) => setTimeout(resolve, random.below(4)))
    if (mood === "hangs") await new Promise<void>((resolve) => hanging.push(resolve))
    const answer = await work()
    if (mood === "fails after") throw new StoreTrouble("gone", "no answer", { isUncertain: true })
    return answer
  }
  return {
    database,
    met,
    open(): Store {
      const store = memoryStore(database)
      return {
        ...store,
        worlds: () => within("worlds", () => store.worlds()),
        append: (...given) => within("append", () => store.append(...given)),
        replace: (...given) => within("replace", () => store.replace(...given)),
        bodyAt: (...given) => within("bodyAt", () => store.bodyAt(...given)),
        changesAfter: (...given) => within("changesAfter", () => store.changesAfter(...given)),
        versions: () => within("versions", () => store.versions()),
        heads: () => within("heads", async () => (await store.heads?.()) ?? new Map()),
        pages: (...given) => within("pages", () => store.pages(...given)),
        putPages: (...given) => within("putPages", () => store.putPages(...given)),
        setRoot: (...given) => within("setRoot", () => store.setRoot(...given)),
      }
    },
    loosen(loose: boolean) {
      isLoose = loose
    },
    release() {
      const released = hanging
      hanging = []
      for (const end of released) end()
    },
  }
}

type Moody = ReturnType<typeof moodyDatabase>

/** Waits for work and releases hanging calls. */
async function settleWork<T>(moody: Moody, work: Promise<T>): Promise<T> {
  const timer = setInterval(() => moody.release(), PATIENCE_MS)
  try {
    return await work
  } finally {
    clearInterval(timer)
  }
}

const textsOf = (body: { items: { Text: string }[] }) => body.items.map(({ Text }) => Text)

async function live(seed: number): Promise<ReadonlySet<string>> {
  const random = new Random(seed)
  const moody = moodyDatabase(random)
  const [one, other] = [await replicaOn(moody.open()), await replicaOn(moody.open())]
  const all: readonly Replica[] = [one, other]
  const [done, refused] = [new Set<string>(), new Set<string>()]
  moody.loosen(true)
  for (let count = 0; count < LENGTH; count += 1) {
    if (random.chance(0.6)) {
      const texts = Array.from({ length: 1 + random.below(3) }, (_, at) => `${count}.${at}`)
      const asked = texts.map((text) => createTask(random.pick(all), text).catch(() => undefined))
      for (const [at, answer] of (await settleWork(moody, Promise.all(asked))).entries()) {
        const text = texts[at] ?? ""
        // A cut request may or may not be stored.
        if (answer !== undefined) (answer.status === 200 ? done : refused).add(text)
        if (answer !== undefined)
          expect([seed, text, [200, 500, 503].includes(answer.status)]).toEqual([seed, text, true])
      }
    } else {
      const { status, body } = await settleWork(moody, searchTasks(random.pick(all)))
      expect([seed, count, [200, 500, 503].includes(status)]).toEqual([seed, count, true])
      // A read sees every write that any server had acknowledged when the read began.
      if (status === 200) expect(textsOf(body)).toEqual(expect.arrayContaining([...done]))
    }
  }
  moody.loosen(false)
  await settleWork(moody, Promise.all(all.map(({ world }) => world.idle())))
  const seen = await Promise.all(all.map((replica) => searchTasks(replica)))
  const later = await replicaOn(memoryStore(moody.database))
  for (const { world } of [...all, later]) expect([seed, world.hash()]).toEqual([seed, later.world.hash()])
  const texts = textsOf(seen[0]?.body)
  expect([seed, texts.filter((text) => refused.has(text))]).toEqual([seed, []])
  expect([seed, [...done].filter((text) => !texts.includes(text))]).toEqual([seed, []])
  expect([seed, new Set(texts).size]).toEqual([seed, texts.length])
  await checkInvariants(later.world)
  await Promise.all([...all, later].map((replica) => replica.close()))
  return moody.met
}

test("two servers, whatever a call of their store does: all is answered, nothing half done, and what was answered is seen", {
  timeout: 120_000 + 4000 * HISTORIES,
}, async () => {
  const rejections: unknown[] = []
  const note = (reason: unknown) => rejections.push(reason)
  process.on("unhandledRejection", note)
  const met = new Set<string>()
  for (let seed = 1; seed <= HISTORIES; seed += 1) for (const one of await live(seed)) met.add(one)
  process.off("unhandledRejection", note)
  expect(rejections).toEqual([])
  for (const call of ["append", "changesAfter", "heads"]) {
    for (const mood of ["fails", "late", "hangs"]) expect(met).toContain(`${call} ${mood}`)
  }
  expect(met).toContain("append fails after")
})

describe("a world that is loaded from a store", () => {
  /** A store with a world. `load` replaces its load. */
  async function stored(load: (usual: Pick<StoredWorld, "load">) => StoredWorld["load"]) {
    let written = 0
    const counted = <A extends readonly unknown[], R>(write: (...given: A) => R) =>
      ((...given) => {
        written += 1
        return write(...given)
      }) as (...given: A) => R
    const persistence = fakePersistence(({ makeWorld, setRoot, replace }) => ({
      makeWorld: counted(makeWorld),
      setRoot: counted(setRoot),
      replace: counted(replace),
    }))
    const world = await createWorld({ fixture: TASKS, ports: { ...defaultPorts(), persistence } })
    const usual = { load: persistence.load.bind(persistence) }
    Object.assign(persistence, { load: load(usual) })
    written = 0
    return {
      hash: world.hash(),
      open: () => createWorld({ fixture: TASKS, ports: { ...defaultPorts(), persistence } }),
      written: () => written,
    }
  }

  test("a load that fails is reported, writes nothing, and may be tried again", async () => {
    let tries = 0
    const broken = new StoreTrouble("gone", "away")
    const { hash, open, written } = await stored((usual) => (blobs) => {
      tries += 1
      return tries === 1 ? Promise.reject(broken) : usual.load(blobs)
    })
    await expect(open()).rejects.toBe(broken)
    expect(written()).toBe(0)
    expect((await open()).hash()).toBe(hash)
    expect(written()).toBe(0)
  })

  test("a load that is late, before it begins or with its answer, comes to the same world", async () => {
    const later = () => new Promise((resolve) => setTimeout(resolve, 20))
    const late: ((usual: Pick<StoredWorld, "load">) => StoredWorld["load"])[] = [
      (usual) => async (blobs) => {
        await later()
        return usual.load(blobs)
      },
      (usual) => async (blobs) => {
        const answer = await usual.load(blobs)
        await later()
        return answer
      },
    ]
    for (const load of late) {
      const { hash, open, written } = await stored(load)
      const world = await open()
      expect([world.hash(), written()]).toEqual([hash, 0])
    }
  })

  test("a load that hangs is waited for, and nothing is made again meanwhile", async () => {
    let release = () => {}
    const { hash, open, written } = await stored((usual) => async (blobs) => {
      await new Promise<void>((resolve) => {
        release = resolve
      })
      return usual.load(blobs)
    })
    let opened = false
    const world = open().finally(() => {
      opened = true
    })
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect([opened, written()]).toEqual([false, 0])
    release()
    expect((await world).hash()).toBe(hash)
    expect(written()).toBe(0)
  })
})
