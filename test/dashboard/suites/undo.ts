import type { Page } from "playwright-core"
import { describe, expect, test } from "vitest"
import { until } from "../../until.ts"
import type { Desk } from "../desk.ts"

const MINA = "mina@hikari.example"
const ORDERS = "/applications/ORDERS/datastores/Orders"

interface Write {
  readonly address: string
  readonly act: (page: Page) => Promise<void>
  /** What the message says was done. */
  readonly done: RegExp
}

/** Writes of the dashboard in several views. ORDER is the ID of an order that was shipped. */
const WRITES: Readonly<Record<string, Write>> = {
  "an action": {
    address: "data/ORDERS/Orders/ORDER",
    act: (page) => page.getByRole("button", { name: "Run Mark as paid", exact: true }).click(),
    done: /^Ran Mark as paid on .+\./,
  },
  "a comment": {
    address: "data/ORDERS/Orders/ORDER",
    act: async (page) => {
      await page.getByLabel("Comment", { exact: true }).fill("Thanks")
      await page.getByRole("button", { name: "Post" }).click()
    },
    done: /^Commented on .+\./,
  },
  "a new item": {
    address: "data/ORDERS/Customers",
    act: async (page) => {
      await page.getByRole("button", { name: "New item" }).click()
      const form = page.getByRole("dialog")
      await form.getByLabel("Name").fill("Nordlicht Kaffee")
      await form.getByLabel("Kind").selectOption({ label: "Shop" })
      await form.getByRole("button", { name: "New item" }).click()
    },
    done: /^Nordlicht Kaffee was created\./,
  },
  "a counter": {
    address: "schema/ORDERS/Orders",
    act: async (page) => {
      const counters = page.getByRole("region", { name: "Auto numbers" })
      await counters.getByRole("spinbutton").first().fill("4711")
      await counters.getByRole("button", { name: "Set" }).first().click()
    },
    done: /^The counter .* was set to 4711\./,
  },
  "a move of the clock": {
    address: "time",
    act: (page) => page.getByRole("button", { name: "Advance", exact: true }).click(),
    done: /clock/,
  },
  "a planned fault": {
    address: "faults",
    act: (page) => page.getByRole("button", { name: "Add a fault" }).click(),
    done: /^Added a fault for CreateItem\./,
  },
  "a request of the console": {
    address: "console/forgotPassword",
    act: async (page) => {
      await page.getByRole("tab", { name: "JSON" }).click()
      await page.getByRole("textbox", { name: "Body" }).fill(JSON.stringify({ email: MINA }))
      await page.getByRole("button", { name: "Send", exact: true }).click()
    },
    done: /^Sent ForgotPassword\./i,
  },
}

export function ofUndo(desk: () => Desk): void {
  const hashOf = async (world: string) => (await desk().ask("GET /worlds/:w", { w: world })).hash

  const shippedOrder = async (world: string): Promise<string> => {
    const { body } = await desk().api(world, MINA, "POST", `${ORDERS}/items/search`, {
      conditions: [{ id: "Status", search_value: ["Shipped"] }],
      per_page: 1,
      page: 1,
    })
    return JSON.parse(body).items[0].i_id
  }

  describe("undo", () => {
    test.each(Object.entries(WRITES))(
      "takes back %s, and names it and the world",
      async (name, { address, act, done }) => {
        const it = desk()
        const world = await it.world("back")
        const before = await hashOf(world)
        const order = await shippedOrder(world)
        const page = await it.open(`#/${world}/${address.replace(/ORDER$/, order)}?as=${MINA}`)
        await act(page)
        const toast = page.locator(".toast", { hasText: done })
        await toast.getByText(`World ${world}`).waitFor()
        expect(await hashOf(world)).not.toBe(before)
        // The message is the same for every write, so that one check is enough.
        if (name === "an action") expect(await it.violations(page)).toEqual([])
        await it.narrow(page)
        if (name === "an action") expect(await it.violations(page, "not colours")).toEqual([])
        const undo = toast.getByRole("button", { name: /^Undo: / })
        expect(await undo.getAttribute("aria-label")).toContain(`(world ${world})`)
        await undo.click()
        await page.getByText(/^Undone: /).waitFor()
        expect(await hashOf(world)).toBe(before)
        await it.done(page)
      },
    )

    test("takes back a fork, a deleted world, and snapshots", async () => {
      const it = desk()
      const world = await it.world("trees")
      const before = await hashOf(world)
      const page = await it.open(`#/${world}/worlds`)
      const names = async () => (await it.ask("GET /worlds", {})).worlds.map(({ name }) => name)
      const snapshots = async () => (await it.ask("GET /worlds/:w/snapshots", { w: world })).snapshots
      const takeBack = async (done: string) => {
        await page.getByRole("button", { name: `Undo: ${done}` }).click()
        await page.getByText(`Undone: ${done}`).waitFor()
      }
      await page.getByRole("button", { name: `Fork ${world}`, exact: true }).click()
      await page.getByLabel("Name of the fork").fill(`${world}-fork`)
      await page.getByRole("dialog").getByRole("button", { name: "Fork" }).click()
      await takeBack(`Forked the world ${world} as ${world}-fork.`)
      expect(await names()).not.toContain(`${world}-fork`)
      await until(async () => expect(page.url()).toContain(`#/${world}/worlds`))

      await it.narrow(page)
      await page.getByLabel("Name of the snapshot").fill("first")
      await page.getByRole("button", { name: "Take a snapshot" }).click()
      await page.getByRole("button", { name: "Undo: Took the snapshot first." }).waitFor()
      const [first] = await snapshots()
      await it.api(world, null, "POST", "/users/password/forgot", { email: MINA })
      const written = await hashOf(world)
      // A snapshot with the same name replaces the first one.
      await page.getByLabel("Name of the snapshot").fill("first")
      await page.getByRole("button", { name: "Take a snapshot" }).click()
      await until(async () => expect((await snapshots()).find(({ name }) => name === "first")?.hash).toBe(written))
      await takeBack("Took the snapshot first.")
      expect((await snapshots()).find(({ name }) => name === "first")).toEqual(first)
      await page.getByRole("button", { name: "Delete first" }).click()
      await until(async () => expect((await snapshots()).some(({ name }) => name === "first")).toBe(false))
      await takeBack("The snapshot first was deleted.")
      expect((await snapshots()).find(({ name }) => name === "first")).toEqual(first)
      await it.send("POST", `/worlds/${world}/snapshots/first/restore`)
      expect(await hashOf(world)).toBe(before)

      await page.getByRole("button", { name: `Delete ${world}`, exact: true }).click()
      await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click()
      await until(async () => expect(await names()).not.toContain(world))
      // The copy for the undo is not in the list.
      await until(async () => expect(page.url()).toContain("#/main/worlds"))
      await it.settled(page)
      expect(await page.getByText(/undo-before/).count()).toBe(0)
      expect(await it.violations(page)).toEqual([])
      await takeBack(`The world ${world} was deleted.`)
      expect(await hashOf(world)).toBe(before)
      await it.done(page)
    })

    test("by Ctrl+Z takes back one write after the other, but not while somebody writes in a field", async () => {
      const it = desk()
      const world = await it.world("keys")
      const order = await shippedOrder(world)
      const before = await hashOf(world)
      const page = await it.open(`#/${world}/data/ORDERS/Orders/${order}?as=${MINA}`)
      const comment = page.getByLabel("Comment", { exact: true })
      const hashes = [before]
      for (const text of ["first", "second"]) {
        await comment.fill(text)
        await page.getByRole("button", { name: "Post" }).click()
        await page.getByText(text, { exact: true }).first().waitFor()
        await until(async () => expect(hashes).not.toContain(await hashOf(world)))
        hashes.push(await hashOf(world))
      }
      await page.locator(".toast").getByText("Commented on").waitFor()
      await comment.press("Control+z")
      await page.locator("main h1").first().focus()
      expect(await hashOf(world)).toBe(hashes[2])
      await it.narrow(page)
      // A closed message leaves the undo.
      await page.getByRole("button", { name: "Dismiss" }).first().click()
      for (const hash of [hashes[1], hashes[0]]) {
        await page.keyboard.press("Control+z")
        await until(async () => expect(await hashOf(world)).toBe(hash))
      }
      await page.keyboard.press("Control+z")
      expect(await hashOf(world)).toBe(before)
      await it.done(page)
    })

    test("is offered in its world only, and by the palette; another world keeps datastore and item", async () => {
      const it = desk()
      const world = await it.world("here")
      const other = await it.world("there")
      const order = await shippedOrder(world)
      const before = await hashOf(world)
      const page = await it.open(`#/${world}/data/ORDERS/Orders/${order}?as=${MINA}`)
      const title = await page.locator("main h1").first().innerText()
      await page.getByLabel("Comment", { exact: true }).fill("Thanks")
      await page.getByRole("button", { name: "Post" }).click()
      await page.locator(".toast", { hasText: `Commented on ${title}` }).waitFor()
      const after = await hashOf(world)

      await page.getByRole("combobox", { name: /^World/ }).selectOption(other)
      await it.settled(page)
      expect(page.url()).toContain(`#/${other}/data/ORDERS/Orders/${order}`)
      expect(await page.locator("main h1").first().innerText()).toBe(title)
      expect(await page.locator(".toast").count()).toBe(0)
      await page.locator("main h1").first().focus()
      await page.keyboard.press("Control+z")
      await page.keyboard.press("Control+k")
      const palette = page.getByRole("dialog")
      await palette.getByRole("option").first().waitFor()
      expect(await palette.getByRole("option", { name: /Undo: / }).count()).toBe(0)
      await palette.getByRole("combobox").fill(world)
      await palette.getByRole("option", { name: world }).click()
      await it.settled(page)
      expect(page.url()).toContain(`#/${world}/data/ORDERS/Orders/${order}`)
      expect(await hashOf(world)).toBe(after)

      await it.narrow(page)
      await page.keyboard.press("Control+k")
      await palette.getByRole("option", { name: `Undo: Commented on ${title}. (world ${world})` }).click()
      await page.getByText(/^Undone: /).waitFor()
      expect(await hashOf(world)).toBe(before)
      await it.done(page)
    })
  })
}
