import { describe, expect, test } from "vitest"
import { MAX_CONNECTIONS_OF_WORLD } from "../../emulator/hub/hub.ts"
import { MAX_UNSENT_BYTES, UnsentBytes } from "../../emulator/hub/unsent-bytes.ts"
import { resetWorld, restoreSnapshot, Worlds } from "../../emulator/worlds/index.ts"
import { createEngineWorld } from "../../src/world/index.ts"
import { smallFixture, smallWorld } from "../sample-worlds/small.ts"
import { Rig, waitUntilSent } from "./rig.ts"

const rig = async () => new Rig(new Worlds(await smallWorld()))

const GREETING = { protocol: "json", version: 1 }
const CLOSE_MESSAGE = { type: 7 }
const RECONNECT = { type: 7, allowReconnect: true }
const PING = { type: 6 }
const withError = { type: 7, error: expect.stringMatching(/./) }

describe("the handshake (hub.md section 1)", () => {
  test("gets the response {}, also if a ping shares its frame", async () => {
    const client = (await rig()).connect("bob")
    client.send(GREETING, PING)
    expect(client.heard).toEqual([{}])
    expect(client.ended).toBeUndefined()
  })

  test.each([
    { protocol: "messagepack", version: 1 },
    { protocol: "json", version: 2 },
    { type: 6 },
    "no JSON",
    "[1]",
    "null",
    '"text"',
    "",
  ])("is refused: %j", async (message) => {
    const client = (await rig()).connect("bob")
    client.send(message)
    expect(client.heard).toEqual([{ error: expect.stringMatching(/./) }])
    expect(client.ended).toBe("closed")
  })

  test("must come within 15 s", async () => {
    const one = await rig()
    const client = one.connect("bob")
    one.time.pass(14)
    expect(client.ended).toBeUndefined()
    one.time.pass(1)
    expect(client.heard).toEqual([{ error: "no handshake within 15 s" }])
    expect(client.ended).toBe("closed")
  })
})

describe("messages of a client", () => {
  test("each of several in a frame counts: invocations with an ID return an error, and all others nothing", async () => {
    const client = (await rig()).greet("bob")
    client.send(
      { type: 1, target: "Send", arguments: [], invocationId: "7" },
      { type: 1, target: "Send", arguments: [] },
      { type: 4, target: "Stream", arguments: [], invocationId: "8" },
      { type: 3, invocationId: "9", result: 1 },
      { type: 99 },
      { type: 6, __proto__: { polluted: true } },
    )
    expect(client.heard).toEqual([
      { type: 3, invocationId: "7", error: "unknown method" },
      { type: 3, invocationId: "8", error: "unknown method" },
    ])
    expect(client.ended).toBeUndefined()
  })

  test.each(["no JSON\x1e", "[]\x1e", '{"type":"6"}\x1e', "{}\x1e", '{"type":6}', '{"type":6}\x1e{"type"', "\x1e", ""])(
    "%j ends the connection with an error",
    async (frame) => {
      const client = (await rig()).greet("bob")
      client.frame(frame)
      expect(client.heard).toEqual([withError])
      expect(client.ended).toBe("closed")
    },
  )

  test("may have 32 KiB in UTF-8", async () => {
    const client = (await rig()).greet("bob")
    const padded = (bytes: number, filler: string) => {
      const rest = bytes - '{"type":6,"x":""}'.length
      return `{"type":6,"x":"${filler.repeat(Math.floor(rest / Buffer.byteLength(filler)))}"}`
    }
    client.send(padded(32_768, "a"), padded(32_768, "語"))
    expect(client.heard).toEqual([])
    client.send(padded(32_772, "語"))
    expect(client.heard).toEqual([withError])
  })

  test("a message of type 7 closes; nothing is handled after it", async () => {
    const client = (await rig()).greet("bob")
    client.send({ type: 7 }, { type: 1, invocationId: "1" })
    expect(client.heard).toEqual([CLOSE_MESSAGE])
    expect(client.ended).toBe("closed")
  })

  test("binary frames end the connection", async () => {
    const client = (await rig()).greet("bob")
    client.sendBinary()
    expect(client.heard).toEqual([withError])
  })
})

describe("pings", () => {
  test("come every 15 s of real time, whatever the world's clock does", async () => {
    const one = await rig()
    const client = one.greet("bob")
    for (let quarter = 0; quarter < 8; quarter += 1) {
      one.time.pass(14)
      expect(client.heard).toHaveLength(quarter)
      client.send(PING)
      one.time.pass(1)
    }
    expect(client.heard).toEqual(Array.from({ length: 8 }, () => PING))
    await one.named.world.clock.advance(3_600_000)
    expect(client.heard).toHaveLength(8)
  })

  test("a client that is silent for 60 s is closed", async () => {
    const one = await rig()
    const [silent, alive] = [one.greet("bob"), one.greet("ada")]
    one.time.pass(59)
    alive.send(PING)
    expect(silent.ended).toBeUndefined()
    one.time.pass(1)
    expect(silent.heard.at(-1)).toEqual(withError)
    expect(silent.ended).toBe("closed")
    expect(alive.ended).toBeUndefined()
  })

  test("a client that does not close is cut 5 s later", async () => {
    const one = await rig()
    const client = one.greet("bob")
    client.send({ type: 7 })
    one.time.pass(4)
    expect(client.ended).toBe("closed")
    one.time.pass(1)
    expect(client.ended).toBe("terminated")
  })

  test("no timer runs without connections", async () => {
    const one = await rig()
    expect(one.time.waiting).toBe(0)
    const clients = [one.greet("bob"), one.greet("ada")]
    expect(one.time.waiting).toBe(1)
    for (const client of clients) client.leave()
    expect(one.time.waiting).toBe(0)
  })
})

describe("the end of a token closes for good", () => {
  test("Logout closes only the connections with that token", async () => {
    const one = await rig()
    const [bob, ada] = [one.greet("bob"), one.greet("ada")]
    await one.named.world.commit("Logout", null, (tx) => tx.remove("tokens", "bob-token"))
    expect(bob.heard).toEqual([CLOSE_MESSAGE])
    expect(bob.ended).toBe("closed")
    expect(ada.ended).toBeUndefined()
  })

  test("expiry closes the connections when the world's clock passes it", async () => {
    const one = await rig()
    const { world } = one.named
    const { token } = await world.public.login({ email: "bob@acme.test", password: "bob-pass" })
    const client = one.connectWith("bob", token)
    client.send(GREETING)
    await world.clock.advance(1000)
    expect(client.ended).toBeUndefined()
    await world.clock.advance(400 * 24 * 3_600_000)
    expect(client.heard).toEqual([{}, CLOSE_MESSAGE])
  })

  test("expiry of a token for observing closes the connections by the machine's clock", async () => {
    const one = await rig()
    const { observeTokens, world } = one.named
    const uId = world
      .view()
      .all("users")
      .find(({ email }) => email === "bob@acme.test")?.uId
    if (uId === undefined) throw new Error("no Bob")
    const [long, over] = [60_000, -1].map((ms) => one.connectWith("bob", observeTokens.issue(uId, Date.now() + ms)))
    one.time.pass(1)
    expect(long?.ended).toBeUndefined()
    expect(over?.ended).toBe("closed")
  })
})

describe("the end of a world's state closes, and the client may come back", () => {
  test.each([
    ["reset", (one: Rig) => resetWorld(one.named)],
    [
      "import",
      async (one: Rig) => one.named.world.replaceWith((await createEngineWorld({ fixture: smallFixture })).state),
    ],
    [
      "restore",
      async (one: Rig) => {
        await one.worlds.takeSnapshot(one.named, "before")
        await restoreSnapshot(one.named, "before")
      },
    ],
    ["stop", async (one: Rig) => one.worlds.close()],
  ])("%s", async (_, end) => {
    const one = await rig()
    const client = one.greet("bob")
    await end(one)
    expect(client.heard).toEqual([RECONNECT])
    expect(client.ended).toBe("closed")
  })

  test("deletion, only of this world", async () => {
    const worlds = new Worlds(await smallWorld())
    const twin = new Rig(worlds, worlds.fork({ name: "twin" }))
    const main = new Rig(worlds)
    const [gone, stays] = [twin.greet("bob"), main.greet("bob")]
    await worlds.drop("twin")
    expect(gone.heard).toEqual([RECONNECT])
    expect(stays.ended).toBeUndefined()
  })

  test("when the server stops, who does not close is cut after 200 ms", async () => {
    const one = await rig()
    const client = one.greet("bob")
    one.worlds.close()
    one.hub.stop()
    one.time.pass(0.2)
    expect(client.ended).toBe("terminated")
  })
})

describe("limits (hub.md section 3)", () => {
  test("a world takes 2,500 connections, the server 5,000", async () => {
    const worlds = new Worlds(await smallWorld())
    const one = new Rig(worlds)
    const [twin, third] = [worlds.fork({ name: "twin" }), worlds.fork({ name: "third" })]
    const fill = (named: typeof twin) =>
      Array.from({ length: MAX_CONNECTIONS_OF_WORLD }, () => one.connectTo(named, "bob"))
    const [first] = fill(worlds.main)
    expect(one.hub.hasRoom(worlds.main)).toBe(false)
    expect(one.hub.hasRoom(twin)).toBe(true)
    fill(twin)
    expect(one.hub.hasRoom(third)).toBe(false)
    first?.leave()
    expect(one.hub.hasRoom(third)).toBe(true)
    expect(one.hub.hasRoom(worlds.main)).toBe(true)
  })

  test("the hub cuts a client that does not read at 1 MiB, and keeps a client that reads", async () => {
    const one = await rig()
    const [slow, quick] = [one.greet("bob"), one.greet("bob")]
    slow.isReading = false
    const ada = one.named.world.as("ada@acme.test")
    const { itemId } = await ada.createItem({
      application: "CRM",
      datastore: "Customers",
      item: { Name: "Umbrella" },
      accessKeyUpdates: { groupsToPublish: ["ACME"] },
    })
    const comment = "x".repeat(100_000)
    const post = async () => {
      await ada.postItemComment({ application: "CRM", datastore: "Customers", itemId, comment })
      await waitUntilSent()
    }
    for (let count = 0; count < 10; count += 1) await post()
    expect(slow.ended).toBeUndefined()
    await post()
    expect(slow.ended).toBe("terminated")
    expect(quick.ended).toBeUndefined()
    expect(quick.events).toHaveLength(12)
    await ada.postItemComment({
      application: "CRM",
      datastore: "Customers",
      itemId,
      comment: "y".repeat(MAX_UNSENT_BYTES),
    })
    await post()
    expect(quick.ended).toBeUndefined()
    expect(quick.events.map(({ comment }) => String(comment).length)).toEqual([0, ...Array(12).fill(100_000)])
  })

  test("more than 100,000 waiting events close the world's connections, and later events are sent again", async () => {
    const one = await rig()
    const client = one.greet("bob")
    const { world } = one.named
    const place = { application: "CRM", datastore: "Deals" }
    const ada = world.as("ada@acme.test")
    const { itemId } = await ada.createItem({ ...place, item: { Title: "New" } })
    await waitUntilSent()
    client.heard.length = 0
    await world.commit("Test", null, (tx) => {
      const [history] = tx.list("histories", "historiesByItem", itemId)
      if (history === undefined) throw new Error("no history")
      for (let count = 0; count < 100_001; count += 1) tx.put("histories", { ...history, historyId: tx.newId() })
    })
    expect(client.heard).toEqual([RECONNECT])
    client.leave()
    const again = one.greet("bob")
    await ada.postItemComment({ ...place, itemId, comment: "after" })
    await waitUntilSent()
    expect(again.events).toMatchObject([{ comment: "after" }])
  })

  test("above the common limit the slowest are cut until the rest fits", () => {
    const senders: { unsentBytes: number; isCut: boolean; terminate(): void }[] = []
    const unsent = new UnsentBytes(senders, 100)
    const add = (bytes: number) => {
      const sender = {
        unsentBytes: bytes,
        isCut: false,
        terminate() {
          this.isCut = true
          unsent.changed(this, -this.unsentBytes)
          this.unsentBytes = 0
        },
      }
      senders.push(sender)
      unsent.changed(sender, bytes)
    }
    for (const bytes of [30, 40, 20, 5]) add(bytes)
    expect(senders.some(({ isCut }) => isCut)).toBe(false)
    add(10)
    expect(senders.map(({ isCut }) => isCut)).toEqual([false, true, false, false, false])
    expect(unsent.bytes).toBe(65)
  })
})
