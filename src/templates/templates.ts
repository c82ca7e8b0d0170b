import { Part } from "../part.ts"

/** Archives of applications, and what makes applications of them. */
export const templates = new Part(async () => ({
  ...(await import("./content-archive.ts")),
  ...(await import("./restore-application.ts")),
  ...(await import("./save-application.ts")),
}))
