import { Tabs } from '@mantine/core';
import { lazy, Suspense, useEffect, useMemo, useRef } from 'react';
import { t } from '../messages/panel.ts';
import { useRefusal, useWorkflow } from '../workflow/hooks.ts';
import { NodeCredentials } from './credentials/NodeCredentials.tsx';
import { focusFirstField } from './focus-first-field.ts';
import { ItemChoice } from './ItemChoice.tsx';
import classes from './NodePanel.module.css';
import { ParameterList } from './parameters/ParameterList.tsx';
import { SettingsTab } from './settings/SettingsTab.tsx';
import type { OpenPanel } from './use-panel-context.ts';
import { ScheduleTimes } from './webhook/ScheduleTimes.tsx';
import { hasSchedule } from './webhook/use-trigger-check.ts';
import { WebhookAddresses } from './webhook/WebhookAddresses.tsx';

/** What reads Markdown is fetched with the first page. */
const NodeDocumentation = lazy(async () => ({
  default: (await import('./documentation/NodeDocumentation.tsx')).NodeDocumentation,
}));

const noPath: readonly string[] = [];

export const ParametersColumn = ({ panel }: { panel: OpenPanel }) => {
  const { description } = panel.context;
  const isPreview = useWorkflow((state) => state.isPreview);
  const { values, node } = panel.opened;
  const [definitions, settings] = useMemo(() => {
    const all = description.properties ?? [];
    return [all.filter((one) => !one.isNodeSetting), all.filter((one) => one.isNodeSetting)];
  }, [description]);
  const isEmpty = useMemo(() => definitions.every(({ type }) => type === 'hidden'), [definitions]);
  /** A parameter marks where the credentials stand. */
  const hasPlace = definitions.some(({ type }) => type === 'credentials');
  const scroll = useRef<HTMLDivElement>(null);
  useEffect(() => focusFirstField(scroll.current), []);
  const refusal = useRefusal(panel.context.key);
  useEffect(() => {
    if (refusal) scroll.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [refusal]);
  return (
    <Tabs className={classes.tabs} defaultValue="parameters" keepMounted={false}>
      <div className={classes.tabRow}>
        <Tabs.List>
          <Tabs.Tab value="parameters">{t('panel.tab.parameters')}</Tabs.Tab>
          <Tabs.Tab value="settings">{t('panel.tab.settings')}</Tabs.Tab>
          <Tabs.Tab value="documentation">{t('panel.tab.documentation')}</Tabs.Tab>
        </Tabs.List>
        {panel.chosen.itemCount > 1 && <ItemChoice {...panel.chosen} />}
      </div>
      <Tabs.Panel ref={scroll} value="parameters" className={classes.scroll}>
        {node.disabled && <p className={classes.remark}>{t('panel.disabled')}</p>}
        {!hasPlace && <NodeCredentials />}
        {description.hasWebhooks && !isPreview && <WebhookAddresses />}
        {hasSchedule(description) && !isPreview && <ScheduleTimes />}
        {isEmpty && <p className={classes.remark}>{t('panel.noParameters')}</p>}
        <ParameterList definitions={definitions} path={noPath} values={values} />
      </Tabs.Panel>
      <Tabs.Panel value="settings" className={classes.scroll}>
        {settings.length > 0 && (
          <div className={classes.ownSettings}>
            <ParameterList definitions={settings} path={noPath} values={values} />
          </div>
        )}
        <SettingsTab />
      </Tabs.Panel>
      <Tabs.Panel value="documentation" className={classes.scroll}>
        <Suspense fallback={null}>
          <NodeDocumentation type={node.type} version={node.typeVersion ?? 1} />
        </Suspense>
      </Tabs.Panel>
    </Tabs>
  );
};
