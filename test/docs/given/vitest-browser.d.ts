/** The parts of Vitest's browser mode that the documents use. The packages are installed only in `examples/vite-vue`. */
declare module "@vitest/browser-playwright" {
  export function playwright(options: {
    readonly launchOptions: { readonly executablePath: string; readonly args: readonly string[] }
  }): import("vitest/node").BrowserProviderOption
}
declare module "@vitest/browser-playwright/context" {
  export const page: { getByText(text: string): import("vitest-browser-locator").Locator }
}
declare module "vitest-browser-locator" {
  export interface Locator {
    readonly selector: string
  }
}
