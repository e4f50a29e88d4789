/** Fields of operations that send a message and wait for an answer, the same for all services. */

import { formFieldsParameter } from '../forms/field-parameters.ts';
import { choice, collection, entries, json, number, text, toggle } from '../service/field.ts';

const afterTime = { show: { limitType: ['afterTimeInterval'] } };

/** Their public name where the service is told nothing of it. */
const single = { typeOptions: {} };

const formOptions = { displayOptions: { show: { '/responseType': ['freeText', 'customForm'] } } };

/** What the buttons say, as the public node of the service has it. */
export interface ButtonLabels {
  approve: string;
  decline: string;
}

export const defaultLabels: ButtonLabels = { approve: 'Approve', decline: 'Decline' };

export const sendAndWaitFields = (labels = defaultLabels) =>
  [
    text('message', 'Message', { required: true, typeOptions: { rows: 4 } }),
    choice(
      'responseType',
      'Response type',
      { approval: 'Approval', freeText: 'Free text', customForm: 'Custom Form' },
      { description: 'How people respond: with a button, a text or a custom form' },
    ),
    entries(
      'approvalOptions',
      'Approval options',
      {
        name: 'values',
        displayName: 'Values',
        values: [
          choice('approvalType', 'Type of approval', { single: 'Approve only', double: 'Approve and disapprove' }),
          text('approveLabel', 'Approve button label', { default: labels.approve as never }),
          text('disapproveLabel', 'Disapprove button label', {
            default: labels.decline as never,
            displayOptions: { show: { approvalType: ['double'] } },
          }),
        ],
      },
      { ...single, displayOptions: { show: { responseType: ['approval'] } } },
    ),
    choice(
      'defineForm',
      'Define Form',
      { fields: 'Using fields below', json: 'Using JSON' },
      { displayOptions: { show: { responseType: ['customForm'] } } },
    ),
    json('jsonOutput', 'Form fields', {
      default: '[]',
      displayOptions: { show: { responseType: ['customForm'], defineForm: ['json'] } },
      description: 'A list of fields, such as [{ "fieldLabel": "Name", "fieldType": "text" }]',
    }),
    {
      ...formFieldsParameter,
      displayOptions: { show: { responseType: ['customForm'], defineForm: ['fields'] } },
    },
    collection(
      'options',
      'Options',
      [
        entries(
          'limitWaitTime',
          'Limit wait time',
          {
            name: 'values',
            displayName: 'Values',
            values: [
              choice('limitType', 'Limit type', {
                afterTimeInterval: 'After time interval',
                atSpecifiedTime: 'At specified time',
              }),
              number('resumeAmount', 'Amount', { default: 1, displayOptions: afterTime }),
              choice(
                'resumeUnit',
                'Unit',
                { minutes: 'Minutes', hours: 'Hours', days: 'Days' },
                { default: 'hours', displayOptions: afterTime },
              ),
              {
                name: 'maxDateAndTime',
                displayName: 'Max date and time',
                type: 'dateTime',
                default: '',
                displayOptions: { show: { limitType: ['atSpecifiedTime'] } },
              },
            ],
          },
          { ...single, description: 'When to continue without a response' },
        ),
        toggle('appendAttribution', 'Append attribution', {
          description: 'Whether to mention that the message was sent by a workflow',
        }),
        text('messageButtonLabel', 'Message button label', { default: 'Respond', ...formOptions }),
        text('responseFormTitle', 'Response Form title', formOptions),
        text('responseFormDescription', 'Response Form description', formOptions),
        text('responseFormButtonLabel', 'Response Form button label', { default: 'Submit', ...formOptions }),
      ],
      { placeholder: 'Add option' },
    ),
  ] as const;
