import { describe, expect, test } from "vitest"
import { answerWithPage, type From, listing } from "../../emulator/control/paged-list.ts"
import { desk } from "../control/desk.ts"

/** A page of a list of the numbers from 0. */
async function pageOf(count: number, query = "", from: From = "first", present = (at: number): unknown => at) {
  const { Hono } = await import("hono")
  const app = new Hono().get("/list", (context) =>
    answerWithPage(
      context,
      listing<{ numbers: unknown[] }, number>(
        "numbers",
        Array.from({ length: count }, (_, at) => at),
        present,
        from,
      ),
    ),
  )
  const answer = await app.request(`http://hexarium/list${query}`)
  const { numbers } = (await answer.json()) as { numbers: number[] }
  return { numbers, link: answer.headers.get("link") }
}

describe("lists of the control plane (control.md section 3, lists)", () => {
  test("come in pages of a thousand at most, each with the address of the next", async () => {
    const numbers = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => from + at)
    expect(await pageOf(1000)).toEqual({ numbers: numbers(0, 1000), link: null })
    expect(await pageOf(2500)).toEqual({ numbers: numbers(0, 1000), link: '<?offset=1000>; rel="next"' })
    expect(await pageOf(2500, "?offset=2000")).toEqual({ numbers: numbers(2000, 2500), link: null })
    expect(await pageOf(2500, "?limit=9999&to=a%26b")).toMatchObject({
      link: '<?limit=9999&to=a%26b&offset=1000>; rel="next"',
    })
    expect(await pageOf(5, "?limit=2&offset=2")).toEqual({ numbers: [2, 3], link: '<?limit=2&offset=4>; rel="next"' })
    expect(await pageOf(5, "?limit=0")).toEqual({ numbers: [], link: null })
    expect(await pageOf(5, "?offset=9")).toEqual({ numbers: [], link: null })
  })

  test("the first page of the latest entries holds the end of the list", async () => {
    expect(await pageOf(5, "?limit=2", "latest")).toEqual({ numbers: [3, 4], link: '<?limit=2&offset=2>; rel="next"' })
    expect(await pageOf(5, "?limit=2&offset=4", "latest")).toEqual({ numbers: [0], link: null })
  })

  test("end a page where it is long enough, and never leave one without an element", async () => {
    const long = "x".repeat(6 * 1_048_576)
    const { numbers, link } = await pageOf(100, "", "first", () => long)
    expect([numbers.length, link]).toEqual([3, '<?offset=3>; rel="next"'])
    expect((await pageOf(2, "", "first", () => long.repeat(4))).numbers.length).toBe(1)
  })

  test("every one of them", async () => {
    const { control, api } = await desk()
    await control("POST", "/worlds", { name: "twin" })
    for (const name of ["a", "b"]) await control("PUT", `/worlds/main/snapshots/${name}`)
    for (const status of [503, 503]) await control("POST", "/worlds/main/faults", { operation: "AddUser", status })
    for (const email of ["x@acme.test", "y@acme.test"]) await api("POST", "/users/registration", { email }, {})
    const names = async (path: string) => {
      const { body, headers } = await control("GET", path)
      const [list] = Object.values(body) as unknown[][]
      return [list?.length, headers.get("link")]
    }
    for (const list of [
      "/worlds",
      "/worlds/main/snapshots",
      "/worlds/main/faults",
      "/worlds/main/mails",
      "/worlds/main/requests",
    ]) {
      expect([list, ...(await names(`${list}?limit=1`))]).toEqual([list, 1, '<?limit=1&offset=1>; rel="next"'])
      expect([list, ...(await names(`${list}?limit=1&offset=1`))]).toEqual([list, 1, null])
    }
    for (const list of ["webhooks", "failures", "schedule", "datastores"]) {
      expect((await control("GET", `/worlds/main/${list}?limit=x`)).status).toBe(400)
    }
  })
})

describe("faults (control.md section 3, fault)", () => {
  test("used up ones are forgotten after a hundred, and not more than a thousand wait", async () => {
    const { control, api } = await desk()
    const plan = (operation: string) => control("POST", "/worlds/main/faults?limit=0", { operation, status: 503 })
    for (let at = 0; at < 103; at += 1) {
      await plan("GetUserInfo")
      expect((await api("GET", "/userinfo")).status).toBe(503)
    }
    const { faults } = (await control("GET", "/worlds/main/faults")).body
    expect([faults.length, faults[0].id, faults[99].id]).toEqual([100, "fault-4", "fault-103"])
    for (let at = 0; at < 1000; at += 1) await plan("Login")
    expect(await plan("Login")).toMatchObject({ status: 400, body: { error_code: "INVALID_PARAMS" } })
    await control("DELETE", "/worlds/main/faults")
    expect((await plan("Login")).status).toBe(200)
  })

  test("their bodies are not longer than 16 Mi characters together", async () => {
    const { control } = await desk()
    const plan = (length: number) =>
      control("POST", "/worlds/main/faults?limit=0", {
        operation: "Login",
        status: 503,
        body: { text: "x".repeat(length) },
      })
    for (let at = 0; at < 3; at += 1) expect((await plan(5_000_000)).status).toBe(200)
    expect(await plan(5_000_000)).toMatchObject({
      status: 400,
      body: { error: expect.stringContaining("16 Mi characters; delete some faults first") },
    })
    expect((await plan(1_000_000)).status).toBe(200)
    const { body } = await control("GET", "/worlds/main/faults?limit=1&offset=3")
    expect(body.faults.map(({ id }: { id: string }) => id)).toEqual(["fault-4"])
  })
})
