import { Part } from "../part.ts"

/** Archives of applications, and what makes applications of them. */
export const templates = new Part(async () => ({
  ...(await import("../fixtures/templates/content-archive.ts")),
  ...(await import("../fixtures/templates/restore-application.ts")),
  ...(await import("../fixtures/templates/save-application.ts")),
}))
