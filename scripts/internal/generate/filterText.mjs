// What an operator of a filter means, in words.

const several = { any_of: "one of these values", all_of: "all of these values" }
const compared = (greater, smaller) => ({
  ...several,
  gt: `a ${greater} value`,
  gte: `this value or a ${greater} one`,
  lt: `${smaller} value`,
  lte: `this value or ${smaller} one`,
})
const ofTimes = compared("later", "an earlier")
const ofOthers = compared("greater", "a smaller")

/** The text of a filter's operator (`ticker.gte`): what the text of its field says, and which rows it lets through. `type` is what a caller may write. */
export const filterText = (fieldText, operator, type) =>
  `${fieldText} Only rows with ${(/\bDate\b|(Date|DateTime|Millis|Nanos)Input/.test(type) ? ofTimes : ofOthers)[operator]}.`
