import { describe, expect } from "vitest"
import { choose, Terminal, type } from "./hx.ts"
import { test } from "./world.ts"

describe("contexts", () => {
  test("are set, used and deleted, and keep who is logged in", async ({ world, onTestFinished }) => {
    const terminal = new Terminal()
    onTestFinished(() => terminal.close())
    expect((await terminal.hx(["contexts:get"])).shown).toBe("No context found\n")

    const set = await terminal.hx(["contexts:set", "office", `--server=${world.url}`, `--sse=${world.url}`])
    expect(set).toEqual({ code: 0, shown: "Current-context set to: office\n", told: "" })
    await terminal.hx(["contexts:set", "home", "--server=http://home.invalid"])
    const { shown } = await terminal.hx(["env"])
    expect(shown).toContain(world.url)
    expect(shown).toContain("Current-context set to: office\n")

    const before = await world.hash()
    const login = await terminal.hx(
      ["login"],
      [
        ["Enter your email", type("mina@hikari.example")],
        ["Enter your password", type("mina-pass")],
      ],
    )
    expect(login).toMatchObject({ code: 0, told: "" })
    expect(login.shown).toMatch(/Successfully logged in as: mina@hikari\.example\n$/)
    expect(await world.hash()).not.toBe(before)
    const { requests } = await world.control("GET", "/requests?operation=Login")
    expect(requests).toMatchObject([{ status: 200, path: "/api/v0/login" }])
    expect((await terminal.hx(["workspaces:get"])).shown).toContain("Current-workspace set to: Hikari Coffee")

    await terminal.hx(["contexts:use"], [["Select your current-context", choose("home")]])
    expect((await terminal.hx(["contexts:get"])).shown).toContain("Current-context set to: home\n")
    expect((await terminal.hx(["contexts:delete", "home"])).shown).toBe("Context deleted successfully: home\n")
    expect((await terminal.hx(["use", "home"])).told).toContain("No such context")
  })
})
