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
      'Response Type',
      { approval: 'Approval', freeText: 'Free Text', customForm: 'Custom Form' },
      { description: 'How people answer: by a button, by a text, or by a form of your own' },
    ),
    entries(
      'approvalOptions',
      'Approval Options',
      {
        name: 'values',
        displayName: 'Values',
        values: [
          choice('approvalType', 'Type of Approval', { single: 'Approve Only', double: 'Approve and Disapprove' }),
          text('approveLabel', 'Approve Button Label', { default: labels.approve as never }),
          text('disapproveLabel', 'Disapprove Button Label', {
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
      { fields: 'Using Fields Below', json: 'Using JSON' },
      { displayOptions: { show: { responseType: ['customForm'] } } },
    ),
    json('jsonOutput', 'Form Fields', {
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
          'Limit Wait Time',
          {
            name: 'values',
            displayName: 'Values',
            values: [
              choice('limitType', 'Limit Type', {
                afterTimeInterval: 'After Time Interval',
                atSpecifiedTime: 'At Specified Time',
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
                displayName: 'Max Date and Time',
                type: 'dateTime',
                default: '',
                displayOptions: { show: { limitType: ['atSpecifiedTime'] } },
              },
            ],
          },
          { ...single, description: 'When the workflow goes on without an answer' },
        ),
        toggle('appendAttribution', 'Append Attribution', {
          description: 'Whether the message says that a workflow has sent it',
        }),
        text('messageButtonLabel', 'Message Button Label', { default: 'Respond', ...formOptions }),
        text('responseFormTitle', 'Response Form Title', formOptions),
        text('responseFormDescription', 'Response Form Description', formOptions),
        text('responseFormButtonLabel', 'Response Form Button Label', { default: 'Submit', ...formOptions }),
      ],
      { placeholder: 'Add Option' },
    ),
  ] as const;
