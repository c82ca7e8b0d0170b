import { inBoth } from "./language.ts"

export const dataTexts = inBoth(
  {
    title: "Data",
    places: "Datastores",
    noDatastores: "The world has no datastore.",
    noDatastoresHint: "A fixture makes some. See docs/fixtures.md, and import one in Worlds.",
    noDatastore: (id: string) => `There is no datastore “${id}” here.`,
    itemsOf: (name: string) => `Items of ${name}`,
    items: (count: string) => `${count} items`,
    itemTitle: "Title",
    rev: "rev_no",
    updated: "Updated",
    find: "Find items by any value",
    empty: "The datastore is empty.",
    nothingFits: "No item fits.",
  },
  {
    title: "データ",
    places: "データストア",
    noDatastores: "このワールドにデータストアはありません。",
    noDatastoresHint: "フィクスチャで作成できます。docs/fixtures.md を参照し、「ワールド」でインポートしてください。",
    noDatastore: (id: string) => `データストア「${id}」はありません。`,
    itemsOf: (name: string) => `${name} のアイテム`,
    items: (count: string) => `${count} 件`,
    itemTitle: "タイトル",
    rev: "rev_no",
    updated: "更新",
    find: "任意の値で検索",
    empty: "データストアは空です。",
    nothingFits: "条件に合うアイテムはありません。",
  },
)
