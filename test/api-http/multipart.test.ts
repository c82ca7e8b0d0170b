import * as fc from "fast-check"
import { Hono } from "hono"
import { describe, expect, test, vi } from "vitest"
import { type AppEnv, readForm as readFormOf } from "../../emulator/api/index.ts"
import type { Form } from "../../emulator/wire/index.ts"
import { DomainError } from "../../src/model/index.ts"

const request = (body: FormData | string, contentType?: string) =>
  new Request("http://hexarium/", {
    method: "POST",
    body,
    ...(contentType === undefined ? {} : { headers: { "content-type": contentType } }),
  })

/** The form that a handler reads from the request. */
const readForm = (sent: Request, maxBytes?: number): Promise<Form> =>
  new Promise((resolve, reject) => {
    const app = new Hono<AppEnv>()
    app.all("*", async (context) => {
      await readFormOf(context, maxBytes).then(resolve, reject)
      return context.body(null)
    })
    void app.fetch(sent)
  })

const streamingRequest = (body: ReadableStream<Uint8Array<ArrayBuffer>>, headers: Record<string, string> = {}) => {
  const init = { method: "POST", headers: { "content-type": BOUNDARY, ...headers }, body, duplex: "half" } as const
  return new Request("http://hexarium/", init)
}

const refusal = async (form: Promise<unknown>): Promise<DomainError> => {
  const error = await form.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (!(error instanceof DomainError)) throw new Error(`not refused: ${String(error)}`)
  return error
}

const BOUNDARY = "multipart/form-data; boundary=xyz"

describe("a multipart body", () => {
  test("gives its text parts by name and its files with name, type and bytes", async () => {
    const form = new FormData()
    form.append("filename", "日本語.txt")
    form.append("application_id", "CRM")
    form.append("file", new Blob([new Uint8Array([0, 13, 10, 45, 45, 255])], { type: "image/png" }), "p.png")
    const { fields, files } = await readForm(request(form))
    expect(fields).toEqual({ filename: "日本語.txt", application_id: "CRM" })
    expect(files.map(({ bytes, ...rest }) => ({ ...rest, bytes: [...bytes] }))).toEqual([
      { name: "file", filename: "p.png", contentType: "image/png", bytes: [0, 13, 10, 45, 45, 255] },
    ])
  })

  test.each(["%zz", "%ff%fe", "%"])("refuses the escapes %s in a file name", async (escapes) => {
    const disposition = `Content-Disposition: form-data; name="file"; filename*=utf-8''${escapes}`
    const { text } = await refusal(readForm(request(`--xyz\r\n${disposition}\r\n\r\nx\r\n--xyz--`, BOUNDARY)))
    expect(text).toContain(`filename*: expected percent escapes of UTF-8, received ${escapes}`)
  })

  test("keeps any file name and any bytes as they are", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          fc.constantFrom("../../etc/passwd", "C:\\boot.ini", "__proto__", 'a"b;c=d', "a\r\nb", "\u0000", "a'b%"),
          fc.string({ minLength: 1, unit: "grapheme" }),
        ),
        fc.uint8Array({ maxLength: 3000 }),
        async (name, bytes) => {
          // Clients disagree whether backslashes before quotes and at the end are escapes. Names with %22 are ambiguous.
          fc.pre(!/\\(?:["\\]|$)|%(?:22|0[ad])/i.test(name))
          const form = new FormData()
          form.append("file", new Blob([bytes as Uint8Array<ArrayBuffer>]), name)
          const { files } = await readForm(request(form))
          expect(files[0]?.filename).toBe(name)
          expect(files[0] === undefined ? undefined : [...files[0].bytes]).toEqual([...bytes])
        },
      ),
      { numRuns: 100, seed: 19 },
    )
  })

  test("may arrive in any pieces", async () => {
    const text = '--xyz\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\n\r\n--xy\r\n--xyz--\r\n'
    for (const size of [1, 2, 7, 50]) {
      const bytes = new TextEncoder().encode(text)
      const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
        start(controller) {
          for (let at = 0; at < bytes.length; at += size) controller.enqueue(bytes.slice(at, at + size))
          controller.close()
        },
      })
      const { files } = await readForm(streamingRequest(body))
      expect(files.map((file) => Buffer.from(file.bytes).toString())).toEqual(["\r\n--xy"])
    }
  })

  test("is an empty form if it has no content and no type, and a file input left empty is no file", async () => {
    expect(await readForm(new Request("http://hexarium/", { method: "POST" }))).toEqual({ fields: {}, files: [] })
    const left =
      '--xyz\r\ncontent-disposition: form-data; name="file"; filename=""\r\ncontent-type: application/octet-stream\r\n\r\n\r\n--xyz--\r\n'
    expect((await readForm(request(left, BOUNDARY))).files).toEqual([])
  })

  test("a name never reaches a prototype", async () => {
    const form = new FormData()
    form.append("__proto__", "x")
    form.append("constructor", "y")
    const { fields } = await readForm(request(form))
    expect(Object.getPrototypeOf(fields)).toBe(Object.prototype)
    expect(Object.entries(fields)).toEqual([
      ["__proto__", "x"],
      ["constructor", "y"],
    ])
  })
})

describe("refused as INVALID_PARAMS", () => {
  test.each([
    ["another type", "{}", "application/json"],
    ["no boundary", "x", "multipart/form-data"],
    ["cut in a part", '--xyz\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\nabc', BOUNDARY],
    ["cut in a header", "--xyz\r\ncontent-dispo", BOUNDARY],
    ["no part at all", "hello", BOUNDARY],
    ["a part without a name", "--xyz\r\ncontent-disposition: form-data\r\n\r\nabc\r\n--xyz--\r\n", BOUNDARY],
    [
      "more than a thousand parts",
      `${'--xyz\r\ncontent-disposition: form-data; name="a"\r\n\r\nb\r\n'.repeat(1001)}--xyz--\r\n`,
      BOUNDARY,
    ],
  ])("%s", async (_, body, contentType) => {
    const error = await refusal(readForm(request(body, contentType)))
    expect([error.code, error.reason]).toEqual(["INVALID_PARAMS", "params"])
  })
})

describe("the limit", () => {
  const form = (bytes: number) => {
    const made = new FormData()
    made.append("file", new Blob([new Uint8Array(bytes)]), "a")
    return request(made)
  }

  test("counts what the parts hold: exactly as much passes, one byte more is 413", async () => {
    expect((await readForm(form(1000), 1000)).files[0]?.bytes.length).toBe(1000)
    expect((await refusal(readForm(form(1001), 1000))).reason).toBe("size")
  })

  test("a text part counts as well", async () => {
    const made = new FormData()
    made.append("a", "x".repeat(1001))
    expect((await refusal(readForm(request(made), 1000))).reason).toBe("size")
  })

  test("an endless body is not read to its end", async () => {
    let sent = 0
    let isCancelled = false
    const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
      pull(controller) {
        sent += 65_536
        controller.enqueue(new Uint8Array(65_536))
      },
      cancel() {
        isCancelled = true
      },
    })
    const error = await refusal(readForm(streamingRequest(body), 1000))
    expect(error.reason).toBe("size")
    expect(isCancelled).toBe(true)
    expect(sent).toBeLessThan(2_000_000)
  })

  test("headers of parts hold 1 MiB together: what they hold beyond is not looked into", async () => {
    const part = (at: number) =>
      `--xyz\r\ncontent-disposition: form-data; name="${at}"; x="${'\\"'.repeat(30_000)}"\r\n\r\ny\r\n`
    const parts = (count: number) => `${Array.from({ length: count }, (_, at) => part(at)).join("")}--xyz--`
    const { fields } = await readForm(request(parts(16), BOUNDARY))
    expect(Object.keys(fields)).toHaveLength(16)
    const matched = vi.spyOn(String.prototype, "matchAll")
    const { code, text } = await refusal(readForm(request(parts(900), BOUNDARY)))
    expect([code, text]).toEqual(["INVALID_PARAMS", expect.stringContaining("headers of the parts are larger than")])
    expect(matched.mock.calls.length).toBeLessThan(20)
    matched.mockRestore()
  })

  test("a length announced beyond it is refused unread", async () => {
    const body = new ReadableStream<Uint8Array<ArrayBuffer>>(
      {
        pull() {
          throw new Error("was read")
        },
      },
      { highWaterMark: 0 },
    )
    expect((await refusal(readForm(streamingRequest(body, { "content-length": "999999999" })))).reason).toBe("size")
  })
})
