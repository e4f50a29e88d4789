import { NumberInput, Select, Switch, Textarea } from '@mantine/core';
import { limits } from '@millrace/contract';
import { type MessageKey, t } from '../../messages/panel.ts';
import { type NodeSetting, setNodeSetting } from '../../workflow/commands/index.ts';
import { useSession } from '../../workflow/hooks.ts';
import { useOpenedNode, usePanel } from '../panel-context.ts';
import { clampTries, clampWait, type OnError, onErrorChanges, onErrorOf } from './node-settings.ts';
import classes from './settings.module.css';

const errorChoices: readonly { value: OnError; label: MessageKey; hint: MessageKey }[] = [
  { value: 'stopWorkflow', label: 'panel.settings.onError.stop', hint: 'panel.settings.onError.stop.hint' },
  {
    value: 'continueRegularOutput',
    label: 'panel.settings.onError.continue',
    hint: 'panel.settings.onError.continue.hint',
  },
  {
    value: 'continueErrorOutput',
    label: 'panel.settings.onError.continueOutput',
    hint: 'panel.settings.onError.continueOutput.hint',
  },
];

/** What is set on every node, whatever its type. */
export const SettingsTab = () => {
  const { dispatch } = useSession();
  const { key, description, readOnly } = usePanel();
  const { node } = useOpenedNode();
  const set = (name: NodeSetting, value: unknown) =>
    dispatch('history.setNodeSetting', setNodeSetting(key, name, value), { group: `${key}:settings.${name}` });
  const isTrigger = description.group.includes('trigger');
  const onError = onErrorOf(node);

  const flag = (
    name: 'notesInFlow' | 'alwaysOutputData' | 'executeOnce' | 'retryOnFail',
    label: MessageKey,
    hint: MessageKey,
  ) => (
    <Switch
      className={classes.flag}
      labelPosition="left"
      label={t(label)}
      description={t(hint)}
      checked={node[name] === true}
      disabled={readOnly}
      onChange={(event) => set(name, event.currentTarget.checked ? true : undefined)}
    />
  );

  return (
    <div className={classes.settings}>
      <Textarea
        label={t('panel.settings.notes')}
        size="sm"
        autosize
        minRows={3}
        maxRows={12}
        value={node.notes ?? ''}
        readOnly={readOnly}
        onChange={(event) => set('notes', event.currentTarget.value === '' ? undefined : event.currentTarget.value)}
      />
      {flag('notesInFlow', 'panel.settings.notesInFlow', 'panel.settings.notesInFlow.hint')}
      {flag('alwaysOutputData', 'panel.settings.alwaysOutputData', 'panel.settings.alwaysOutputData.hint')}
      {!isTrigger && flag('executeOnce', 'panel.settings.executeOnce', 'panel.settings.executeOnce.hint')}
      {flag('retryOnFail', 'panel.settings.retryOnFail', 'panel.settings.retryOnFail.hint')}
      {node.retryOnFail && (
        <div className={classes.nested}>
          <NumberInput
            label={t('panel.settings.maxTries')}
            description={t('panel.settings.maxTries.hint', limits.retryMaxTries)}
            size="sm"
            min={limits.retryMaxTries.min}
            max={limits.retryMaxTries.max}
            allowDecimal={false}
            value={node.maxTries ?? limits.retryMaxTries.default}
            readOnly={readOnly}
            onChange={(typed) => typeof typed === 'number' && set('maxTries', clampTries(typed))}
          />
          <NumberInput
            label={t('panel.settings.waitBetweenTries')}
            description={t('panel.settings.waitBetweenTries.hint', limits.retryWait)}
            size="sm"
            min={limits.retryWait.min}
            max={limits.retryWait.max}
            step={100}
            allowDecimal={false}
            value={node.waitBetweenTries ?? limits.retryWait.default}
            readOnly={readOnly}
            onChange={(typed) => typeof typed === 'number' && set('waitBetweenTries', clampWait(typed))}
          />
        </div>
      )}
      <Select
        label={t('panel.settings.onError')}
        size="sm"
        data={errorChoices.map(({ value, label }) => ({ value, label: t(label) }))}
        value={onError}
        allowDeselect={false}
        readOnly={readOnly}
        description={t(errorChoices.find(({ value }) => value === onError)!.hint)}
        inputWrapperOrder={['label', 'input', 'description']}
        comboboxProps={{ withinPortal: true, zIndex: 1000 }}
        onChange={(chosen) => {
          const choice = errorChoices.find(({ value }) => value === chosen);
          if (!choice || choice.value === onError) return;
          const changes = Object.entries(onErrorChanges(node, choice.value));
          dispatch('history.setNodeSetting', (draft) => {
            for (const [name, value] of changes) setNodeSetting(key, name as NodeSetting, value)(draft);
          });
        }}
      />
      <p className={classes.version}>
        {t(
          description.version >= description.defaultVersion
            ? 'panel.settings.version.latest'
            : 'panel.settings.version',
          { version: node.typeVersion ?? 1 },
        )}
      </p>
    </div>
  );
};
