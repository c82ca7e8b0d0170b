import { beforeEach, expect } from "vitest"
import type { EngineWorld } from "../../../src/world/index.ts"
import { tickerWorld } from "../../automation/clock/ticker.ts"
import { type ApiClient, apiClient } from "../../conformance.ts"

export const FREE_ID = "aaaaaaaaaaaaaaaaaaaaaaaa"

/** A new world before each test. */
export let world: EngineWorld
export let ada: ApiClient
export let bob: ApiClient

/** Creates the world before each test. Call it once in a test file. */
export const givenPapers = () =>
  beforeEach(async () => {
    world = await tickerWorld([])
    ada = apiClient(world, "ada-token")
    bob = apiClient(world, "bob-token")
  })

const itemIds = () => {
  const view = world.view()
  return view
    .table("datastores")
    .toArray()
    .flatMap(({ dId }) => view.table(`items:${dId}`).toArray())
    .map(({ iId }) => iId)
}

export const firstItem = (): string => itemIds()[0] as string

export const secondItem = (): string => itemIds()[1] as string

export const fileOf = (content: string, name = "note.txt", type = "text/plain") => new File([content], name, { type })

export const upload = async (
  api: ApiClient,
  item: string,
  file = fileOf("hello"),
  parts: Record<string, string> = {},
) => {
  const form = { application_id: "APP", datastore_id: "TASKS", ...parts, file }
  return api.uploadFile({ params: { "item-id": item, "field-id": "Paper" }, form })
}

export const uploadedId = async (api: ApiClient, item: string, file?: File): Promise<string> => {
  const { status, body } = await upload(api, item, file)
  expect([status, body]).toEqual([200, { file_id: expect.any(String) }])
  return body.file_id
}

export const download = (api: ApiClient, fileId: string) => api.getFile({ params: { "file-id": fileId } })

export const text = ({ body }: { body: unknown }) => new TextDecoder().decode(body as Uint8Array)

export const name = (api: ApiClient, item: string, files: unknown, revNo: number) =>
  api.updateItem({
    params: { "app-id": "APP", "datastore-id": "TASKS", "item-id": item },
    body: { item: { Paper: files }, use_display_id: true, rev_no: revNo },
  })

export const paperOf = async (api: ApiClient, item: string) => {
  const { body } = await api.getItemDetails({
    params: { "app-id": "APP", "datastore-id": "TASKS", "item-id": item },
    query: { format: "map" },
  })
  const { field_values: values, rev_no: revNo } = body as {
    field_values: Record<string, { value: unknown }>
    rev_no: number
  }
  return { value: values.Paper?.value, revNo }
}

export const remove = (api: ApiClient, item: string, fileId: string, field = "Paper") =>
  api.deleteFile({ params: { "item-id": item, "field-id": field, "file-id": fileId } })

export const record = (fileId: string) => world.view().expect("files", fileId)
