import { jsonBlock, paragraphs } from "./markdown.ts"
import { membersTable, type Schema, typeOf } from "./members.ts"
import type { Page } from "./page.ts"

/** Creates the page that lists, by name, the shapes that several operations share in requests and answers. */
export function shapesPage(document: object): Page {
  const { components } = document as { components: { schemas: Record<string, Schema> } }
  const parts = Object.entries(components.schemas).map(([name, schema]) => {
    const table = membersTable(schema, "")
    const [example] = schema.examples ?? []
    return paragraphs(
      `## ${name}`,
      schema.description === undefined ? "" : `${schema.description}.`,
      table === "" ? `${typeOf(schema, "")}.` : table,
      example === undefined ? "" : paragraphs("For example:", jsonBlock(example)),
    )
  })
  return {
    path: "reference/shapes.md",
    text: `${paragraphs("# Shapes of requests and responses", "This page lists the shapes that several operations share, by their names in the OpenAPI document.", ...parts)}\n`,
  }
}
