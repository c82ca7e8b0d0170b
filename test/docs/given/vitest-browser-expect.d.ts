import type { Locator } from "vitest-browser-locator"

declare module "vitest" {
  interface ExpectStatic {
    element(locator: Locator): { toBeVisible(): Promise<void> }
  }
}
