import { render } from "preact"
import { keepTheme } from "../state/appearance.ts"
import { keepLanguage } from "../texts/language.ts"
import { Page } from "./page.tsx"

keepTheme()
keepLanguage()
render(<Page />, document.body)
