import { expect, test } from "vitest"
import { createApp } from "../../emulator/index.ts"
import { people } from "../sample-worlds/people.ts"
import { graphqlClient } from "./graphql-client.ts"

const { world } = await people()
const app = createApp({ world })

const post = (body: unknown, headers: Record<string, string> = { "content-type": "application/json" }) =>
  app.fetch(
    new Request("http://hexarium/graphql", {
      method: "POST",
      headers,
      body: typeof body === "string" ? body : JSON.stringify(body),
    }),
  )

const codeOf = async (response: Response) => {
  const { errors } = (await response.json()) as { errors: { extensions: { code: string; status: number } }[] }
  expect(errors[0]?.extensions.status).toBe(response.status)
  return `${response.status} ${errors[0]?.extensions.code}`
}

test.each([
  ["no JSON", "{", "400 BAD_REQUEST"],
  ["a batch", [{ query: "{ workspaces { current_workspace_id } }" }], "400 BAD_REQUEST"],
  ["a text", '"text"', "400 BAD_REQUEST"],
  ["no query", {}, "400 BAD_REQUEST"],
  ["an empty body", "", "400 BAD_REQUEST"],
  ["variables that are a list", { query: "{ __typename }", variables: [] }, "400 BAD_REQUEST"],
  ["a syntax error", { query: "{ workspaces" }, "400 GRAPHQL_PARSE_FAILED"],
  ["an unknown root", { query: "{ nothing }" }, "400 GRAPHQL_VALIDATION_FAILED"],
  ["an unknown argument", { query: "{ workspaces(a: 1) { current_workspace_id } }" }, "400 GRAPHQL_VALIDATION_FAILED"],
  [
    "a variable of the wrong type",
    {
      query: "mutation($a: LoginInput!) { login(loginInput: $a) { token } }",
      variables: { a: { email: 1, password: "x" } },
    },
    "400 BAD_USER_INPUT",
  ],
  ["two operations without a name", { query: "query A { __typename } query B { __typename }" }, "400 BAD_REQUEST"],
  ["a subscription", { query: "subscription { x }" }, "400 BAD_REQUEST"],
  [
    "a subscription of a known root",
    { query: "subscription { workspaces { current_workspace_id } }" },
    "400 BAD_REQUEST",
  ],
  [
    "a subscription beside the query that is run",
    { query: "query A { __typename } subscription B { x }", operationName: "A" },
    "400 BAD_REQUEST",
  ],
  [
    "a subscription that is a fragment's",
    { query: "subscription B { ...F } fragment F on Query { __typename }" },
    "400 BAD_REQUEST",
  ],
  ["a document without operation", { query: "fragment A on Query { __typename }" }, "400 BAD_REQUEST"],
  ["the key __proto__", '{"query": "{ __typename }", "variables": {"__proto__": 1}}', "400 BAD_REQUEST"],
  [
    "a body nested 65 deep",
    `{"query": "{ __typename }", "variables": ${"[".repeat(64)}${"]".repeat(64)}}`,
    "400 BAD_REQUEST",
  ],
  ["a text of more than 64 KiB", { query: `{ __typename } #${"a".repeat(65_536)}` }, "400 BAD_REQUEST"],
  ["5001 tokens", { query: `{ ${"a ".repeat(4999)} }` }, "400 BAD_REQUEST"],
  [
    "21 roots",
    { query: `{ ${Array.from({ length: 21 }, (_, at) => `a${at}: __typename`).join(" ")} }` },
    "400 BAD_REQUEST",
  ],
  ["21 levels", { query: `{ __schema ${"{ types ".repeat(20)} { name } ${"}".repeat(20)} }` }, "400 BAD_REQUEST"],
  ["brackets nested 101 deep", { query: `{ a(b: ${"[".repeat(99)}${"]".repeat(99)}) }` }, "400 BAD_REQUEST"],
])("%s is refused before any root runs (graphql.md section 1.2)", async (_, body, expected) => {
  expect(await codeOf(await post(body))).toBe(expected)
})

test.each([["multipart/form-data; boundary=a"], ["text/plain"], ["application/x-www-form-urlencoded"]])(
  "the content type %s is refused with 415",
  async (type) => {
    expect(await codeOf(await post("{}", { "content-type": type }))).toBe("415 BAD_REQUEST")
  },
)

test("GET shows the schema to browsers, and never executes a query (graphql.md section 1.1)", async () => {
  const page = await app.fetch("/graphql", { headers: { accept: "text/html" } })
  expect(page.status).toBe(200)
  expect(page.headers.get("content-type")).toMatch(/^text\/html/)
  expect(await page.text()).toContain("datastoreCreateNewItem(")
  const other = await app.fetch("/graphql?query={__typename}", { headers: { accept: "application/json" } })
  expect(other.headers.get("allow")).toBe("POST, OPTIONS")
  expect(await codeOf(other)).toBe("405 BAD_REQUEST")
})

test("a refused root has one error with the REST response (graphql.md section 1.3)", async () => {
  const { status, data, errors } = await graphqlClient(app).send("{ workspaces { current_workspace_id } }")
  expect(status).toBe(200)
  expect(data).toBe(null)
  expect(errors).toEqual([
    {
      message: "TOKEN_INVALID",
      path: ["workspaces"],
      locations: [{ line: 1, column: 3 }],
      extensions: {
        code: "UNAUTHORIZED",
        status: 401,
        response: { error: "TOKEN_INVALID", error_code: "UNAUTHORIZED", description: "no token" },
      },
    },
  ])
})

test("the message is the text of the REST error", async () => {
  const { message, extensions } = await graphqlClient(app).refused("login", {
    loginInput: { email: "ada@acme.test", password: "wrong" },
  })
  expect(message).toBe("email or password is incorrect")
  expect(extensions).toMatchObject({ code: "INVALID_PARAMS", status: 401 })
})

test("introspection needs no token", async () => {
  const { data } = await graphqlClient(app).send('{ __type(name: "Query") { fields { name } } }')
  expect(data.__type.fields).toContainEqual({ name: "getApplications" })
})
