/**
 * Navigation of the site: the bars at its top and side.
 *
 * @module
 */
import type { Service } from "@candela/pages/common/Catalog"
import { pathOf } from "./EndpointPage.js"
import { repository } from "./Guides.js"

/** Link, or group of links. */
export interface Item {
  readonly text: string
  readonly link?: string
  readonly target?: string
  readonly items?: ReadonlyArray<Item>
  readonly collapsed?: boolean
}

/** Navigation in the form of VitePress. */
export interface Navigation {
  readonly nav: ReadonlyArray<Item>
  /** Side bars by address prefix. */
  readonly sidebar: Readonly<Record<string, ReadonlyArray<Item>>>
}

/** Links to pages, each with its title. */
export type Pages = ReadonlyArray<{ readonly title: string; readonly link: string }>

const items = (pages: Pages): ReadonlyArray<Item> => pages.map(({ link, title }) => ({ text: title, link }))

/** Makes the navigation of guides, endpoints and examples. */
export const make = (
  guides: ReadonlyArray<{ readonly title: string; readonly pages: Pages }>,
  services: ReadonlyArray<Service>,
  examples: Pages,
): Navigation => ({
  nav: [
    { text: "Guides", link: guides[0]!.pages[0]!.link },
    { text: "Endpoints", link: "/reference/" },
    { text: "Examples", link: "/examples/" },
    { text: "API", link: "/api/modules.html", target: "_self" },
    { text: "Source", link: repository },
  ],
  sidebar: {
    "/guides/": guides.map(({ pages, title }) => ({ text: title, items: items(pages) })),
    "/reference/": [
      { text: "All endpoints", link: "/reference/" },
      ...services.map(({ className, endpoints }) => ({
        text: className,
        items: endpoints.map((endpoint) => ({ text: endpoint.method, link: `/${pathOf(endpoint)}` })),
      })),
    ],
    "/examples/": [{ text: "All examples", link: "/examples/" }, ...items(examples)],
  },
})
