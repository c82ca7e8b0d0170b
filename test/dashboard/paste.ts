import type { Page } from "playwright-core"

/** Pastes a text into the grid of a page. */
export const paste = (page: Page, text: string): Promise<unknown> =>
  page.evaluate(`(() => {
    const clipboardData = new DataTransfer()
    clipboardData.setData("text/plain", ${JSON.stringify(text)})
    const event = new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true })
    document.querySelector("[role=grid]").dispatchEvent(event)
  })()`)
