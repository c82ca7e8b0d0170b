import { LANGUAGES, language } from "../language.ts"
import { Icon } from "../parts/icon.tsx"
import { address, addressOf } from "../state/address.ts"
import { THEMES, theme } from "../state/appearance.ts"
import { surroundings } from "../surroundings.ts"
import { shellTexts } from "../texts/shell.ts"
import { viewTexts } from "../texts/views.ts"
import { VIEWS } from "../views/views.ts"

export function Side() {
  const t = shellTexts()
  const names = viewTexts()
  const open = address.value.view
  return (
    <aside class="side" id="side" aria-label={t.menu}>
      <nav aria-label={t.views}>
        <ul>
          {VIEWS.map(({ name, icon }) => (
            <li key={name}>
              <a href={addressOf(name)} aria-current={open === name ? "page" : undefined}>
                <Icon name={icon} />
                {names[name]}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <div class="side-foot">
        <a href={surroundings.reference} class="side-link" target="_blank" rel="noreferrer">
          {t.reference}
          <Icon name="external" />
        </a>
        <label>
          <span>{t.theme}</span>
          <select
            value={theme.value}
            onChange={({ currentTarget }) => {
              theme.value = currentTarget.value
            }}
          >
            {THEMES.map((name) => (
              <option key={name} value={name}>
                {t[name]}
              </option>
            ))}
          </select>
        </label>
        <label>
          <span>{t.language}</span>
          <select
            value={language.value}
            onChange={({ currentTarget }) => {
              language.value = currentTarget.value
            }}
          >
            {Object.entries(LANGUAGES).map(([code, name]) => (
              <option key={code} value={code} lang={code}>
                {name}
              </option>
            ))}
          </select>
        </label>
      </div>
    </aside>
  )
}
