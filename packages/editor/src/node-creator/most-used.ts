/** What workflows use most, the first first. */
export const mostUsed: readonly string[] = [
  'core.httpRequest',
  'core.set',
  'core.code',
  'core.if',
  'core.switch',
  'core.merge',
  'core.filter',
  'core.splitOut',
  'core.loopOverItems',
  'core.wait',
];

/** The same of what starts them. */
export const mostUsedTriggers: readonly string[] = [
  'core.scheduleTrigger',
  'core.webhook',
  'core.formTrigger',
  'core.chatTrigger',
  'core.manualTrigger',
  'core.emailReadImap',
];
