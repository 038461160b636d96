const lone = /\p{Surrogate}/u

/** In the types of ES2024, which not every engine has. */
const isWellFormedOf = (String.prototype as { readonly isWellFormed?: (this: string) => boolean }).isWellFormed

/** Whether a text has only whole characters, so that UTF-8 can hold it. Most engines know at once for most texts. */
export const isWellFormed: (text: string) => boolean =
  isWellFormedOf === undefined ? (text) => !lone.test(text) : (text) => isWellFormedOf.call(text)
