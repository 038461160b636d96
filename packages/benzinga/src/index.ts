/**
 * {@include ../README.md}
 *
 * @module @candela/benzinga
 */
export { AnalystInsight } from "./AnalystInsights.js"
export { Analyst } from "./Analysts.js"
export { Benzinga } from "./Benzinga.js"
export { BullsBears } from "./BullsBearsSay.js"
export { ConsensusRating } from "./ConsensusRatings.js"
export { EarningsReport } from "./Earnings.js"
export { Firm } from "./Firms.js"
export { Guidance } from "./Guidance.js"
export { BenzingaArticle } from "./News.js"
export { Rating } from "./Ratings.js"
