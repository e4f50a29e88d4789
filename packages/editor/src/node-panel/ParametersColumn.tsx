import { Tabs } from '@mantine/core';
import { useMemo } from 'react';
import { t } from '../messages/panel.ts';
import { NodeCredentials } from './credentials/NodeCredentials.tsx';
import { ItemChoice } from './ItemChoice.tsx';
import classes from './NodePanel.module.css';
import { ParameterList } from './parameters/ParameterList.tsx';
import { SettingsTab } from './settings/SettingsTab.tsx';
import type { OpenPanel } from './use-panel-context.ts';
import { WebhookAddresses } from './webhook/WebhookAddresses.tsx';

const noPath: readonly string[] = [];

export const ParametersColumn = ({ panel }: { panel: OpenPanel }) => {
  const { description } = panel.context;
  const { values, node } = panel.opened;
  const [definitions, settings] = useMemo(() => {
    const all = description.properties ?? [];
    return [all.filter((one) => !one.isNodeSetting), all.filter((one) => one.isNodeSetting)];
  }, [description]);
  const isEmpty = useMemo(() => definitions.every(({ type }) => type === 'hidden'), [definitions]);
  /** A parameter marks where the credentials stand. */
  const hasPlace = definitions.some(({ type }) => type === 'credentials');
  return (
    <Tabs className={classes.tabs} defaultValue="parameters" keepMounted={false}>
      <Tabs.List grow>
        <Tabs.Tab value="parameters">{t('panel.tab.parameters')}</Tabs.Tab>
        <Tabs.Tab value="settings">{t('panel.tab.settings')}</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="parameters" className={classes.scroll}>
        {panel.itemCount > 1 && <ItemChoice panel={panel} />}
        {node.disabled && <p className={classes.remark}>{t('panel.disabled')}</p>}
        {!hasPlace && <NodeCredentials />}
        {description.hasWebhooks && <WebhookAddresses />}
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
    </Tabs>
  );
};
