import { t } from '../messages/help.ts';

/** Pages that are made of what the product knows of itself. They stand beside those of the reference. */
export const livePages = (): { address: string; title: string; summary: string }[] => [
  { address: 'expressions', title: t('help.expressions'), summary: t('help.expressions.summary') },
  { address: 'shortcuts', title: t('help.shortcuts'), summary: t('help.shortcuts.summary') },
  { address: 'licenses', title: t('help.licenses'), summary: t('help.licenses.summary') },
];
