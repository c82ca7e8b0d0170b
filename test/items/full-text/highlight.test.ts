import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { highlight } from "../../../src/items/full-text/highlight.ts"
import { needleOf } from "../../../src/items/index.ts"

const highlightQuery = (text: string, query: string) => highlight(text, needleOf(query))

const plain = (html: string) =>
  html
    .replaceAll(/<\/?em[^>]*>/g, "")
    .replaceAll(
      /&(amp|lt|gt|quot|#39);/g,
      (_, name: string) => ({ amp: "&", lt: "<", gt: ">", quot: '"' })[name] ?? "'",
    )

describe("highlights (api.md section 10.1)", () => {
  test("each hit is marked as it is written, with up to 20 characters on either side", () => {
    const em = (hit: string) => `<em class='searched_em'>${hit}</em>`
    expect(highlightQuery("Makes Everything.", "everything")).toBe(`Makes ${em("Everything")}.`)
    const long = `${"0123456789".repeat(3)}HIT${"9876543210".repeat(3)}`
    expect(highlightQuery(long, "hit")).toBe(`01234567890123456789${em("HIT")}98765432109876543210`)
    expect(highlightQuery("abab", "ab")).toBe(em("ab") + em("ab"))
    expect(highlightQuery("aaa", "aa")).toBe(`${em("aa")}a`)
    expect(highlightQuery("a-b-a", "a")).toBe(`${em("a")}-b-${em("a")}`)
    expect(highlightQuery("nothing", "hit")).toBeUndefined()
  })

  test("parts far from each other stand apart", () => {
    const between = "-".repeat(50)
    expect(plain(highlightQuery(`x${between}x`, "x") ?? "")).toBe(`x${"-".repeat(20)}…${"-".repeat(20)}x`)
    expect(plain(highlightQuery(`x${"-".repeat(40)}x`, "x") ?? "")).toBe(`x${"-".repeat(40)}x`)
  })

  test("all markup is escaped, in hits and beside them", () => {
    expect(highlightQuery(`<b>&"'</b>`, "b")).toBe(
      "&lt;<em class='searched_em'>b</em>&gt;&amp;&quot;&#39;&lt;/<em class='searched_em'>b</em>&gt;",
    )
    expect(highlightQuery("a<script>", "<s")).toBe("a<em class='searched_em'>&lt;s</em>cript&gt;")
  })

  test("no character is cut in half", () => {
    const html = highlightQuery(`${"😀".repeat(30)}.hit.${"😀".repeat(30)}`, "hit") ?? ""
    expect(plain(html)).toBe(`${"😀".repeat(9)}.hit.${"😀".repeat(9)}`)
  })

  test("a text of nothing but hits is cut after the twentieth", () => {
    expect(highlightQuery("x".repeat(1000), "x")?.match(/<em/g)).toHaveLength(20)
  })

  test("there is a highlight exactly where the text holds the query, case not counting", async () => {
    const text = fc.string({ unit: fc.constantFrom("a", "A", "b", "Σ", "ς", "<", "&", "😀"), maxLength: 60 })
    await fc.assert(
      fc.property(
        text,
        fc.string({ unit: fc.constantFrom("a", "B", "σ", "&"), minLength: 1, maxLength: 3 }),
        (held, query) => {
          const fold = (one: string) => one.toLowerCase().replaceAll("ς", "σ")
          const html = highlightQuery(held, query)
          expect(html !== undefined).toBe(fold(held).includes(fold(query)))
          for (const part of plain(html ?? "").split("…")) expect(held).toContain(part)
        },
      ),
      { seed: 1 },
    )
  })
})
