import { SegmentedControl } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { nodeWebhooksQuery } from '../../api/queries.ts';
import { t } from '../../messages/panel.ts';
import { AddressButton } from '../../ui/AddressButton.tsx';
import { useWorkflow } from '../../workflow/hooks.ts';
import { useOpenedNode } from '../panel-context.ts';
import classes from './webhook.module.css';

/** Milliseconds without a change after which the node is asked again. */
const quiet = 300;

/** Where calls reach this node. A click copies. */
export const WebhookAddresses = () => {
  const { node } = useOpenedNode();
  const workflowId = useWorkflow(({ id }) => id);
  const [asked] = useDebouncedValue(node, quiet);
  const { data: addresses = [], error } = useQuery(nodeWebhooksQuery(asked, workflowId));
  const [kind, setKind] = useState<'test' | 'production'>('test');
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
      {error && <p className={classes.problem}>{t('panel.webhook.invalid', { problem: error.message })}</p>}
      {!error &&
        addresses.map(({ method, url, testUrl }) => (
          <AddressButton key={`${method} ${url}`} method={method} address={kind === 'test' ? testUrl : url} />
        ))}
      <p className={classes.hint}>{t(kind === 'test' ? 'panel.webhook.test.hint' : 'panel.webhook.production.hint')}</p>
    </section>
  );
};
