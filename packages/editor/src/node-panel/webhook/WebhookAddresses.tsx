import { SegmentedControl } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { settingsQuery } from '../../api/queries.ts';
import { t } from '../../messages/panel.ts';
import { AddressButton } from '../../ui/AddressButton.tsx';
import { type WebhookAddress, webhookAddresses } from '../../workflow/webhook-address.ts';
import { useOpenedNode, usePanel } from '../panel-context.ts';
import classes from './webhook.module.css';

/** Where calls reach this node. A click copies. */
export const WebhookAddresses = () => {
  const { description, typeText } = usePanel();
  const { node } = useOpenedNode();
  const { data: settings } = useQuery(settingsQuery);
  const [kind, setKind] = useState<'test' | 'production'>('test');
  if (!settings) return null;

  let addresses: WebhookAddress[] = [];
  let problem: string | undefined;
  try {
    addresses = webhookAddresses(description, node, settings, typeText);
  } catch (error) {
    problem = error instanceof Error ? error.message : String(error);
  }
  return (
    <section className={classes.webhooks} aria-label={t('panel.webhook.title')}>
      <header className={classes.head}>
        <h3>{t('panel.webhook.title')}</h3>
        <SegmentedControl
          size="xs"
          aria-label={t('panel.webhook.title')}
          data={[
            { value: 'test', label: t('panel.webhook.test') },
            { value: 'production', label: t('panel.webhook.production') },
          ]}
          value={kind}
          onChange={(chosen) => setKind(chosen === 'production' ? 'production' : 'test')}
        />
      </header>
      {problem && <p className={classes.problem}>{t('panel.webhook.invalid', { problem })}</p>}
      {addresses.map((address) => (
        <AddressButton key={`${address.method} ${address.test}`} method={address.method} address={address[kind]} />
      ))}
      <p className={classes.hint}>{t(kind === 'test' ? 'panel.webhook.test.hint' : 'panel.webhook.production.hint')}</p>
    </section>
  );
};
