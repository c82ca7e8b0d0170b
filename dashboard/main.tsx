import { render } from "preact"
import { Shell } from "./shell/shell.tsx"
import { keepView } from "./shell/view-code.ts"
import { keepTheme } from "./state/appearance.ts"
import { followWorld } from "./state/live.ts"
import { keepPeople } from "./state/people.ts"
import { keepWorld } from "./state/world.ts"
import { keepLanguage } from "./texts/language.ts"

keepTheme()
keepLanguage()
keepView()
followWorld()
keepWorld()
keepPeople()
render(<Shell />, document.body)
