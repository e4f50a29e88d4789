import type { ParameterDefinition } from '@millrace/contract/data';

/** Options of whatever shows a form. */

export const buttonLabelOption = {
  name: 'buttonLabel',
  displayName: 'Button label',
  type: 'string',
  default: 'Submit',
} as const satisfies ParameterDefinition;

export const allowedAddressesOption = {
  name: 'ipWhitelist',
  displayName: 'Allowed IP addresses',
  type: 'string',
  default: '',
  placeholder: '203.0.113.7, 198.51.100.0/24',
  description: 'IP addresses and ranges that can open the form, separated by commas. Leave empty to allow all.',
} as const satisfies ParameterDefinition;

export const customCssOption = {
  name: 'customCss',
  displayName: 'Custom styling',
  type: 'string',
  default: '',
  typeOptions: { rows: 10, editor: 'cssEditor' },
  description: "CSS added after the page's own styles. It cannot load anything.",
} as const satisfies ParameterDefinition;

export const attributionOption = {
  name: 'appendAttribution',
  displayName: 'Attribution',
  type: 'boolean',
  default: true,
  description: 'Kept for older workflows: forms never show an attribution',
} as const satisfies ParameterDefinition;

export const afterSubmissionOption = {
  name: 'respondWithOptions',
  displayName: 'After submission',
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
            { name: 'Redirect to another website', value: 'redirect' },
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
  displayName: 'Form title',
  type: 'string',
  default: '',
  placeholder: 'Contact us',
  description: 'Shown at the top of the page',
} as const satisfies ParameterDefinition;

export const formDescriptionParameter = {
  name: 'formDescription',
  displayName: 'Form description',
  type: 'string',
  default: '',
  typeOptions: { rows: 2 },
  description: 'Shown below the title. You can use HTML.',
} as const satisfies ParameterDefinition;
