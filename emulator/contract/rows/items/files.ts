import * as z from "zod"
import { row } from "../../row.ts"
import { answer, internalId, lazy, nothing } from "../../shapes.ts"

const uploaded = lazy(() => answer({ file_id: internalId() }))

/** api.md section 19: files. */
export const fileRows = {
  uploadFile: row({
    method: "post",
    paths: ["/items/:item-id/fields/:field-id/attachments"],
    tag: "files",
    summary: "Store a file for a field of an item",
    auth: "token",
    form: lazy(() =>
      z.object({
        application_id: z.string().optional(),
        datastore_id: z.string().optional(),
        filename: z.string().optional(),
      }),
    ),
    file: "file",
    answer: uploaded,
    source: "docs",
  }),
  uploadFileDetached: row({
    method: "post",
    paths: ["/files"],
    tag: "files",
    summary: "Store a file that an item write may name later",
    auth: "token",
    form: lazy(() => z.object({ filename: z.string().optional(), fileName: z.string().optional() })),
    file: "file",
    answer: uploaded,
    source: "client",
  }),
  getFile: row({
    method: "get",
    paths: ["/files/:file-id"],
    tag: "files",
    summary: "The bytes of a file",
    auth: "token",
    answer: { kind: "bytes", contentType: "*/*" },
    source: "docs",
  }),
  deleteFile: row({
    method: "delete",
    paths: ["/items/:item-id/fields/:field-id/attachments/:file-id"],
    tag: "files",
    summary: "Take a file from an item and delete it",
    auth: "token",
    answer: nothing,
    source: "docs",
  }),
} as const
