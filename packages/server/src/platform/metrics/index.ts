export { type Metrics, type NodeCallKind, noMetrics } from './metrics.ts';
export type { Exposition } from './prometheus.ts';
export { registerMetricsRoute } from './routes.ts';
export { countWebhookAnswers } from './webhooks.ts';
