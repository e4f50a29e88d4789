import type { ParameterDefinition } from '@millrace/contract/data';

/** Options of whatever shows a form. */

export const buttonLabelOption = {
  name: 'buttonLabel',
  displayName: 'Button Label',
  type: 'string',
  default: 'Submit',
} as const satisfies ParameterDefinition;

export const allowedAddressesOption = {
  name: 'ipWhitelist',
  displayName: 'Allowed Addresses',
  type: 'string',
  default: '',
  placeholder: '203.0.113.7, 198.51.100.0/24',
  description: 'Addresses and ranges from which the form can be seen, joined by commas; empty is everyone',
} as const satisfies ParameterDefinition;

export const customCssOption = {
  name: 'customCss',
  displayName: 'Custom Styling',
  type: 'string',
  default: '',
  typeOptions: { rows: 10, editor: 'cssEditor' },
  description: 'CSS that holds after that of the page. Nothing can be loaded by it.',
} as const satisfies ParameterDefinition;

export const attributionOption = {
  name: 'appendAttribution',
  displayName: 'Attribution',
  type: 'boolean',
  default: true,
  description: 'Kept for workflows that have it: forms never have a line of their maker',
} as const satisfies ParameterDefinition;

export const afterSubmissionOption = {
  name: 'respondWithOptions',
  displayName: 'After Submission',
  type: 'fixedCollection',
  default: { values: { respondWith: 'text' } },
  options: [
    {
      name: 'values',
      displayName: 'Values',
      values: [
        {
          name: 'respondWith',
          displayName: 'Show',
          type: 'options',
          default: 'text',
          options: [
            { name: 'Text', value: 'text' },
            { name: 'Another Web Site', value: 'redirect' },
          ],
        },
        {
          name: 'formSubmittedText',
          displayName: 'Text',
          type: 'string',
          default: '',
          typeOptions: { rows: 2 },
          placeholder: 'Your answers have arrived',
          displayOptions: { show: { respondWith: ['text'] } },
        },
        {
          name: 'redirectUrl',
          displayName: 'Address',
          type: 'string',
          default: '',
          placeholder: 'https://example.org/thanks',
          displayOptions: { show: { respondWith: ['redirect'] } },
        },
      ],
    },
  ],
} as const satisfies ParameterDefinition;

export const formTitleParameter = {
  name: 'formTitle',
  displayName: 'Form Title',
  type: 'string',
  default: '',
  placeholder: 'Contact us',
  description: 'Stands at the top of the page',
} as const satisfies ParameterDefinition;

export const formDescriptionParameter = {
  name: 'formDescription',
  displayName: 'Form Description',
  type: 'string',
  default: '',
  typeOptions: { rows: 2 },
  description: 'Stands below the title; may be HTML',
} as const satisfies ParameterDefinition;
