import { shellTexts } from "../texts/shell.ts"

export const Loading = () => (
  <p class="loading" role="status">
    {shellTexts().loading}
  </p>
)
