import { ActionIcon, Button, Select, Tooltip } from '@mantine/core';
import type { Credential, NodeCredentialUse } from '@millrace/contract';
import { allowsNode, credentialIssues, credentialReference, findCredential } from '@millrace/engine';
import { IconCheck, IconPencil, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { credentialsQuery, credentialTypesQuery, useCredentials } from '../../api/credentials.ts';
import { describeError } from '../../api/errors.ts';
import { may, useOwnerText } from '../../credentials/rights.ts';
import { openDialog } from '../../dialogs/stack.ts';
import { t } from '../../messages/credentials.ts';
import { compareTexts } from '../../ui/sort-rows.ts';
import { useWorkflow } from '../../workflow/hooks.ts';
import { issueMessage } from '../../workflow/issue-message.ts';
import { useOpenedNode, usePanel } from '../panel-context.ts';
import fields from '../parameters/fields.module.css';
import classes from './credentials.module.css';
import { useChooseCredential } from './use-choose.ts';

/** Stand among the ids of credentials in the list. */
const heldValue = 'held';
const newValue = 'new';

/** So many are listed; others are found by their name. */
const mostListed = 200;

/** Which credential of a type the node uses: choose one, make one, change the one that is chosen. */
export const CredentialChoice = ({ use }: { use: NodeCredentialUse }) => {
  const type = use.name;
  const { description, readOnly, showsRequired } = usePanel();
  const { node } = useOpenedNode();
  const workflowOwner = useWorkflow((state) => state.ownedBy);
  const atHand = useCredentials(workflowOwner);
  const ownerText = useOwnerText();
  const choose = useChooseCredential(type, atHand);
  const [wasLeft, setWasLeft] = useState(false);
  const id = useId();

  const { data: types } = useQuery(credentialTypesQuery);
  const label = t('credential.choice.label', { type: types?.find(type)?.displayName ?? type });
  const ofType = atHand?.ofType(type) ?? [];
  const held = node.credentials && Object.hasOwn(node.credentials, type) ? node.credentials[type] : undefined;
  const heldName = held === undefined ? undefined : credentialReference(held).name;
  const found = held === undefined ? undefined : findCredential(held, ofType);
  const offered = ofType
    .filter((one) => allowsNode(one, description) || one === found)
    .sort((a, b) => compareTexts(a.name, b.name));
  const issue =
    atHand && !node.disabled ? credentialIssues(node, description, atHand).find((one) => one.type === type) : undefined;
  const isShown = issue && (held !== undefined || showsRequired || wasLeft);
  /** It belongs to whose workflow it is, as far as anyone can tell here. */
  const isOfOthers =
    held !== undefined && !found && atHand?.hasOthers === true && credentialReference(held).id !== null;
  const isMissing = held !== undefined && atHand !== undefined && !found && !isOfOthers;

  const create = (name?: string) =>
    openDialog('credentialEdit', { type, ...(name !== undefined && { name }), onSaved: choose });
  const edit = (credential: Credential) =>
    openDialog('credentialEdit', {
      id: credential.id,
      onSaved: (saved) => {
        if (saved.name !== heldName) choose(saved);
      },
    });

  const data = [
    ...offered.map((one) => ({ value: one.id, label: one.name })),
    ...(held !== undefined && !found
      ? [{ value: heldValue, label: isMissing ? t('credential.choice.missing', { name: heldName! }) : heldName! }]
      : []),
    { value: newValue, label: t('credential.choice.new') },
  ];
  return (
    <div className={fields.field}>
      <div className={fields.head}>
        <label className={fields.label} htmlFor={id}>
          {label}
          {use.required && <span className={fields.required}>*</span>}
        </label>
      </div>
      <div className={classes.choice}>
        <Select
          id={id}
          aria-label={label}
          className={classes.select}
          data={data}
          value={found?.id ?? (held === undefined ? null : heldValue)}
          placeholder={t(atHand || readOnly ? 'credential.choice.placeholder' : 'shell.loading')}
          searchable
          openOnFocus={false}
          clearable={!use.required && !readOnly}
          allowDeselect={false}
          readOnly={readOnly}
          error={isShown !== undefined && isShown}
          limit={mostListed}
          comboboxProps={{ withinPortal: true, zIndex: 1000 }}
          filter={({ options, search, limit }) => {
            const wanted = search.trim().toLowerCase();
            const all = options.filter((option) => 'value' in option);
            const fitting = all.filter(
              ({ value, label }) => value !== newValue && label.toLowerCase().includes(wanted),
            );
            return [...fitting.slice(0, limit), ...all.filter(({ value }) => value === newValue)];
          }}
          renderOption={({ option: { value, label }, checked }) => {
            if (value === newValue) {
              return (
                <span className={classes.new}>
                  <IconPlus size={14} aria-hidden="true" />
                  {label}
                </span>
              );
            }
            const credential = offered.find((one) => one.id === value);
            const owner = credential && ownerText(credential);
            return (
              <span className={classes.option}>
                <span>{label}</span>
                {owner && <span className={classes.owner}>{owner}</span>}
                {checked && <IconCheck size={14} aria-hidden />}
              </span>
            );
          }}
          onChange={(value) => {
            if (value === newValue) create();
            else if (value === null) choose(undefined);
            else if (value !== heldValue) choose(offered.find((one) => one.id === value));
          }}
          onBlur={() => setWasLeft(true)}
        />
        {found && may(found, 'read') && !readOnly && (
          <Tooltip label={t('credential.choice.edit', { name: found.name })}>
            <ActionIcon
              size="lg"
              aria-label={t('credential.choice.edit', { name: found.name })}
              onClick={() => edit(found)}
            >
              <IconPencil size={16} stroke={1.7} />
            </ActionIcon>
          </Tooltip>
        )}
      </div>
      {found && ownerText(found) && <p className={fields.hint}>{ownerText(found)}</p>}
      {isOfOthers && <p className={fields.hint}>{t('credential.choice.ofOthers')}</p>}
      {isShown && (
        <p className={fields.issue} role="alert">
          {issueMessage(issue.message)}{' '}
          {issue.hint && <span className={classes.advice}>{issueMessage(issue.hint)}</span>}
        </p>
      )}
      {isMissing && !readOnly && ofType.every(({ name }) => name !== heldName) && (
        <Button
          className={classes.create}
          size="compact-xs"
          variant="default"
          leftSection={<IconPlus size={13} />}
          onClick={() => create(heldName)}
        >
          {t('credential.choice.createNamed', { name: heldName! })}
        </Button>
      )}
      <LoadFailure />
    </div>
  );
};

const LoadFailure = () => {
  const list = useQuery(credentialsQuery);
  const types = useQuery(credentialTypesQuery);
  const failed = [list, types].find(({ error }) => error);
  if (!failed?.error) return null;
  return (
    <p className={fields.pickerFailure} role="alert">
      {t('credential.choice.failed', { message: describeError(failed.error).message })}{' '}
      <Button size="compact-xs" variant="default" onClick={() => void failed.refetch()}>
        {t('shell.retry')}
      </Button>
    </p>
  );
};
