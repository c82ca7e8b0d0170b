import { describe, expect, test } from "vitest"
import { listTopics } from "../../emulator/cli/commands/docs/topics.ts"
import { runCommand } from "./run-command.ts"

const hexarium = (...argv: string[]) => runCommand(argv)

describe("docs (control.md section 1)", () => {
  test("lists every topic with its title", async () => {
    const { code, out } = await hexarium("docs")
    expect(code).toBe(0)
    const lines = out.trimEnd().split("\n").slice(1)
    expect(lines.map((line) => line.split(" ")[0])).toEqual(listTopics().map(({ topic }) => topic))
    expect(lines.filter((line) => !/^\S+ {2,}\S/.test(line))).toEqual([])
    expect(lines).toContainEqual(expect.stringMatching(/^how-to\/kubernetes +.*Kubernetes/))
  })

  test.each(["how-to/faults", "faults", "docs/how-to/faults.md", "../how-to/faults.md#plan"])(
    "prints the page of %s without comments and anchors",
    async (topic) => {
      const { code, out, err } = await hexarium("docs", topic)
      expect([code, err]).toEqual([0, ""])
      expect(out).toMatch(/^# /)
      expect(out).not.toMatch(/<!--|<a id=/)
    },
  )

  test("prefers an English page to its translation, which has a topic of its own", async () => {
    for (const name of ["ci", "kubernetes", "msw"]) {
      expect((await hexarium("docs", name)).out).toBe((await hexarium("docs", `how-to/${name}`)).out)
    }
    expect((await hexarium("docs", "ja/how-to/ci")).out).toMatch(/^# CI で使う/)
  })

  test("prefers every page to its translation", async () => {
    const translated = listTopics().flatMap(({ topic }) => (topic.startsWith("ja/") ? [topic.slice(3)] : []))
    const own = translated.filter((topic) => listTopics().some((one) => one.topic === topic))
    expect(own.length).toBeGreaterThan(0)
    for (const topic of own) {
      const { out } = await hexarium("docs", topic.replace(/.*\//, ""))
      expect(out).not.toBe((await hexarium("docs", `ja/${topic}`)).out)
    }
  })

  test("prefers a page directly in docs to one in a folder", async () => {
    expect((await hexarium("docs", "fixtures")).out).not.toBe((await hexarium("docs", "reference/fixtures")).out)
  })

  test.each([
    ["fautls", "hexarium: unknown topic fautls; did you mean faults?\n"],
    ["how-to/fautls", "hexarium: unknown topic how-to/fautls; did you mean how-to/faults?\n"],
    ["zzzzzzzz", "hexarium: unknown topic zzzzzzzz; hexarium docs prints the list of topics\n"],
  ])("refuses the unknown topic %j", async (topic, message) => {
    expect(await hexarium("docs", topic)).toEqual({ code: 2, out: "", err: message })
  })

  test("refuses a second topic", async () => {
    expect(await hexarium("docs", "faults", "time")).toMatchObject({ code: 2, out: "" })
  })
})
