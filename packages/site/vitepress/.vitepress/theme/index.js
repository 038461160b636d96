import DefaultTheme from "vitepress/theme-without-fonts"
import TryIt from "./TryIt.vue"
// oxlint-disable-next-line import/no-unassigned-import -- a style sheet
import "./style.css"

export default {
  extends: DefaultTheme,
  enhanceApp: ({ app }) => {
    app.component("TryIt", TryIt)
  },
}
