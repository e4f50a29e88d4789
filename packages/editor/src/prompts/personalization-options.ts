import type { MessageKey } from '../messages/prompts.ts';

/** What can be answered to each question about a person, in the order in which it is shown. */
export const personalizationOptions = {
  workArea: ['finance', 'IT-Engineering', 'product', 'sales-businessDevelopment', 'security', 'other'],
  companyType: ['ecommerce', 'msp', 'personal', 'other'],
  companySize: ['<20', '20-99', '100-499', '500-999', '1000+'],
  codingSkill: ['0', '1', '2', '3', '4', '5'],
  automationGoal: [
    'customer-integrations',
    'customer-support',
    'finance-accounting',
    'hr',
    'operations',
    'product',
    'sales-marketing',
    'security',
    'other',
    'not-sure-yet',
  ],
} as const;

export type PersonalizationQuestion = keyof typeof personalizationOptions;

export const personalizationQuestions = Object.keys(personalizationOptions) as PersonalizationQuestion[];

type Option = (typeof personalizationOptions)[PersonalizationQuestion][number];

export const optionLabel = (question: PersonalizationQuestion, option: Option): MessageKey =>
  `personalization.${question}.${option}` as MessageKey;
