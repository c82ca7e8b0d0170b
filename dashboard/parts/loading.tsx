import { shellTexts } from "../texts/shell.ts"

/** Says that something is waited for. */
export const Loading = () => (
  <p class="loading" role="status">
    {shellTexts().loading}
  </p>
)
