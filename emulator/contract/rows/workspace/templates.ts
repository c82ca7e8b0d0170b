import * as z from "zod"
import { row } from "../../row.ts"
import {
  answer,
  body,
  integer,
  internalId,
  internalIdOrNone,
  lazy,
  mapOf,
  millis,
  never,
  optionalId,
  queryBoolean,
} from "../../shapes.ts"

const TASK_CATEGORIES = ["SAVETEMPLATE", "UPLOADTEMPLATE", "IMPORT"] as const

/** api.md section 14: templates and the tasks that make them. */
export const templateRows = {
  getTemplates: row({
    method: "get",
    paths: ["/templates"],
    tag: "templates",
    summary: "The stored application templates by category",
    auth: "token",
    answer: lazy(() =>
      answer({
        enabled: z.boolean(),
        categories: z.array(
          answer({
            category: z.string(),
            templates: z.array(answer({ tp_id: z.string(), name: z.string(), description: z.string() })),
          }),
        ),
      }),
    ),
    source: "client",
  }),
  saveTemplate: row({
    method: "post",
    paths: ["/templates"],
    tag: "templates",
    summary: "Store an application as a template",
    auth: "token",
    body: lazy(() =>
      body({
        project_id: z.string(),
        name: z.string(),
        category: z.string().optional(),
        description: z.string().optional(),
        include_histories: z.boolean().optional(),
      }),
    ),
    answer: lazy(() => answer({ tp_id: z.string(), stream_id: z.string() })),
    source: "client",
  }),
  uploadTemplate: row({
    method: "post",
    paths: ["/templates/upload"],
    tag: "templates",
    summary: "Store a downloaded template",
    auth: "token",
    form: lazy(() =>
      z.object({ name: z.string(), category: z.string().optional(), description: z.string().optional() }),
    ),
    file: "file",
    answer: lazy(() => answer({ stream_id: z.string() })),
    source: "client",
  }),
  downloadTemplate: row({
    method: "get",
    paths: ["/templates/:template-id/download"],
    tag: "templates",
    summary: "A template as a file",
    auth: "token",
    answer: { kind: "bytes", contentType: "application/zip" },
    source: "client",
  }),
  getTasks: row({
    method: "get",
    paths: ["/tasks"],
    tag: "templates",
    summary: "Queued and finished tasks",
    auth: "token",
    query: lazy(() =>
      z.object({
        category: optionalId().pipe(z.enum(TASK_CATEGORIES).optional()),
        all: queryBoolean(),
        stream_id: optionalId(),
      }),
    ),
    answer: lazy(() =>
      mapOf(
        answer({
          qt_id: z.string(),
          category: z.string(),
          status: answer({ id: integer(), name: z.string() }),
          created_at: millis(),
          started_at: z.union([millis(), never()]),
          finished_at: z.union([millis(), never()]),
          metadata: answer({ w_id: internalId(), p_id: internalIdOrNone() }),
        }),
      ),
    ),
    source: "client",
  }),
} as const
