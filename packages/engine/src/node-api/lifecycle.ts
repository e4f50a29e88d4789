export const lifecycleEvents = ['activated', 'updated', 'started'] as const;

/**
 * What happens to the workflow of a trigger, while it is active: it was activated, or what runs of it was changed. And what happens to the instance: it
 * was started, while no other process of it served. Each starts one execution, also where processes die or several serve.
 */
export type LifecycleEvent = (typeof lifecycleEvents)[number];
