import type { ParameterDefinition } from '@millrace/contract/data';
import { expect, test } from 'vitest';
import {
  allowsNode,
  credentialIssues,
  credentialReference,
  credentialUses,
  findCredential,
  type KnownCredentials,
} from './credentials.ts';
import { blockingIssues, issueLines, nodeIssues } from './issues.ts';

const mode: ParameterDefinition = { name: 'mode', displayName: 'Mode', type: 'string', default: 'token' };
const slack = {
  name: 'core.slack',
  aliases: ['x.slack'],
  version: 1,
  properties: [mode],
  credentials: [
    { name: 'slackApi', required: true, displayOptions: { show: { mode: ['token'] } } },
    { name: 'slackOAuth2Api', displayOptions: { show: { mode: ['account'] } } },
  ],
};

const everywhere = [{ nodeType: 'core.slack' }];
const stored = [
  { id: '1', name: 'Team', type: 'slackApi', nodesAccess: everywhere },
  { id: '2', name: 'Twin', type: 'slackApi', nodesAccess: everywhere },
  { id: '3', name: 'Twin', type: 'slackApi', nodesAccess: everywhere },
  { id: '4', name: 'Closed', type: 'slackApi', nodesAccess: [] },
  { id: '5', name: 'Public', type: 'slackApi', nodesAccess: [{ nodeType: 'x.slack' }] },
];
const known: KnownCredentials = {
  ofType: (type) => stored.filter((one) => one.type === type),
  titleOf: (type) => (type === 'slackApi' ? 'Slack API' : type),
};
const issues = (slackApi?: string | { id: string | null; name: string }) =>
  credentialIssues(slackApi === undefined ? {} : { credentials: { slackApi } }, slack, known);

test('a node uses the credentials that its parameters ask for', () => {
  expect(credentialUses({}, slack).map(({ name }) => name)).toEqual(['slackApi']);
  expect(credentialUses({ parameters: { mode: 'account' } }, slack).map(({ name }) => name)).toEqual([
    'slackOAuth2Api',
  ]);
  expect(credentialUses({ parameters: { mode: 'none' } }, slack)).toEqual([]);
});

test('a parameter names a credential type, unless it is hidden, empty or an expression', () => {
  const type: ParameterDefinition = {
    name: 'type',
    displayName: 'Type',
    type: 'credentialsSelect',
    default: '',
    displayOptions: { show: { mode: ['service'] } },
  };
  const http = { ...slack, properties: [mode, type] };
  const named = (parameters: Record<string, string>) => credentialUses({ parameters }, http).map(({ name }) => name);
  expect(named({ mode: 'service', type: 'githubApi' })).toEqual(['githubApi']);
  expect(named({ mode: 'service' })).toEqual([]);
  expect(named({ mode: 'service', type: '={{ 1 }}' })).toEqual([]);
  expect(named({ mode: 'token', type: 'githubApi' })).toEqual(['slackApi']);
});

test('credentials that are needed and not set are told by the name that people know', () => {
  expect(issues()).toEqual([{ type: 'slackApi', message: 'Credentials for "Slack API" are not set.' }]);
  expect(credentialIssues({ parameters: { mode: 'account' } }, slack, known)).toEqual([]);
});

test('credentials that are not there, not clearly meant, or closed to the node are told with what to do', () => {
  expect(issues({ id: '1', name: 'Team' })).toEqual([]);
  expect(issues('Team')).toEqual([]);
  expect(issues({ id: '9', name: 'Gone' })).toMatchObject([
    {
      message: 'Credentials with name "Gone" do not exist for "Slack API".',
      hint: expect.stringContaining('exactly this name'),
    },
  ]);
  const unclear = {
    message: 'Credentials with name "Twin" exist for "Slack API"',
    hint: 'Credentials are not clearly identified. Please select the correct credentials.',
  };
  expect(issues('Twin')).toMatchObject([unclear]);
  expect(issues({ id: '9', name: 'Twin' })).toMatchObject([unclear]);
  expect(issues({ id: '4', name: 'Closed' })).toMatchObject([{ message: expect.stringContaining('may not be used') }]);
  expect(issues({ id: '5', name: 'Public' })).toEqual([]);
});

test('a node holds an id with a name, or the name alone', () => {
  expect(credentialReference('Team')).toEqual({ id: null, name: 'Team' });
  expect(findCredential('Team', stored)?.id).toBe('1');
  expect(findCredential('Twin', stored)).toBeUndefined();
  expect(findCredential({ id: '3', name: 'old name' }, stored)?.id).toBe('3');
  expect(findCredential({ id: '9', name: 'Team' }, stored)).toBeUndefined();
  expect(allowsNode(stored[3]!, {})).toBe(true);
});

test('they are issues of the node, and keep a run from being started', () => {
  expect(issueLines(nodeIssues({}, slack, known)!)).toEqual(['Credentials for "Slack API" are not set.']);
  expect(issueLines(blockingIssues({ credentials: { slackApi: 'Twin' } }, slack, known)!)).toEqual([
    'Credentials with name "Twin" exist for "Slack API". Credentials are not clearly identified. Please select the correct credentials.',
  ]);
  expect(nodeIssues({ disabled: true }, slack, known)).toBeUndefined();
  expect(nodeIssues({}, slack)).toBeUndefined();
});
