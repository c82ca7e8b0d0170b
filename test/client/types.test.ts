import { expectTypeOf, test } from "vitest"
import type { WireClient } from "../../emulator/client/client.ts"
import type { Bytes, Client } from "../../emulator/client/index.ts"

type Input<N extends keyof WireClient> = NonNullable<Parameters<WireClient[N]>[0]>
type Result<N extends keyof WireClient> = Awaited<ReturnType<WireClient[N]>>

test("path parameters of every route are required, those an alias lacks are not", () => {
  expectTypeOf<Input<"getUserQueries">["params"]>().toEqualTypeOf<{ readonly "app-id": string }>()
  expectTypeOf<{ "datastore-id": string }>().toExtend<Input<"getDatastoreFields">["params"]>()
  expectTypeOf<{ "app-id": string; "datastore-id": string }>().toExtend<Input<"getDatastoreFields">["params"]>()
  expectTypeOf<{ "app-id": string }>().not.toExtend<Input<"getDatastoreFields">["params"]>()
})

test("params that no route asks for may be left out", () => {
  const top = (client: Client) => client.getGroup()
  expectTypeOf<Awaited<ReturnType<typeof top>>["count"]>().toEqualTypeOf<number>()
  const one = (client: Client) => client.getGroup({ params: { "group-id": "SALES" } })
  expectTypeOf<Awaited<ReturnType<typeof one>>["count"]>().toEqualTypeOf<number>()
})

test("a call without anything required needs no input", () => {
  const list = (client: Client) => client.getWorkspaces()
  expectTypeOf<Awaited<ReturnType<typeof list>>["current_workspace_id"]>().toEqualTypeOf<string>()
  expectTypeOf<Parameters<Client["login"]>[0]>().not.toExtend<undefined>()
})

test("bodies are typed as the contract reads them", () => {
  expectTypeOf<Input<"login">["body"]>().toExtend<{ password: string; email?: string | undefined }>()
  expectTypeOf<{ email: string }>().not.toExtend<Input<"login">["body"]>()
  expectTypeOf<NonNullable<Input<"itemList">["body"]>["page"]>().toEqualTypeOf<number | undefined>()
})

test("queries take booleans and integers", () => {
  expectTypeOf<NonNullable<Input<"getItemDetails">["query"]>["include_lookups"]>().toEqualTypeOf<boolean | undefined>()
  expectTypeOf<NonNullable<Input<"getItemHistories">["query"]>["from_index"]>().toEqualTypeOf<number | undefined>()
})

test("a form takes its text parts and a file", () => {
  expectTypeOf<Input<"uploadFile">["file"]>().toEqualTypeOf<Blob>()
  expectTypeOf<NonNullable<Input<"uploadFile">["form"]>["datastore_id"]>().toEqualTypeOf<string | undefined>()
})

test("responses are typed", () => {
  expectTypeOf<Result<"login">>().toEqualTypeOf<{ token: string }>()
  expectTypeOf<Result<"logout">>().toEqualTypeOf<null>()
  expectTypeOf<Result<"getFile">>().toEqualTypeOf<Bytes>()
  expectTypeOf<Result<"createItem">["item_id"]>().toEqualTypeOf<string>()
})

test("a redirect returns its location, or JSON on request", () => {
  const follow = (client: Client) => client.validatePassword({ query: { id: "x" } })
  const ask = (client: Client) => client.validatePassword({ query: { id: "x" }, json: true })
  expectTypeOf<Awaited<ReturnType<typeof follow>>>().toEqualTypeOf<{ readonly location: string }>()
  expectTypeOf<Awaited<ReturnType<typeof ask>>["isElapsed"]>().toEqualTypeOf<boolean>()
})

test("CSV is a text", () => {
  const params = { "app-id": "CRM", "datastore-id": "DEALS" }
  const csv = (client: Client) => client.itemList({ params, body: { format: "csv" } })
  const json = (client: Client) => client.itemList({ params, body: {} })
  expectTypeOf<Awaited<ReturnType<typeof csv>>>().toEqualTypeOf<string>()
  expectTypeOf<Awaited<ReturnType<typeof json>>["totalItems"]>().toEqualTypeOf<number>()
})
