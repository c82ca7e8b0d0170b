import { inBoth } from "./language.ts"

export const fieldTexts = inBoth(
  {
    nothing: "–",
    mandatory: "required",
    chooseItem: "Search items by any value",
    chosen: "Selected",
    clear: "Clear",
    found: (count: number) => `${count} matching items`,
    dropFiles: "Drop files here, or choose files",
    uploading: "Uploading …",
    remove: (name: string) => `Remove ${name}`,
    utc: "UTC",
  },
  {
    nothing: "–",
    mandatory: "必須",
    chooseItem: "任意の値でアイテムを検索",
    chosen: "選択中",
    clear: "解除",
    found: (count: number) => `${count} 件が該当`,
    dropFiles: "ファイルをドロップするか、選択してください",
    uploading: "アップロード中…",
    remove: (name: string) => `${name} を外す`,
    utc: "UTC",
  },
)
