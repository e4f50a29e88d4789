import { ActionIcon, SegmentedControl, Tooltip } from '@mantine/core';
import { IconTerminal2 } from '@tabler/icons-react';
import { useState } from 'react';
import { t } from '../../messages/panel.ts';
import { AddressButton } from '../../ui/AddressButton.tsx';
import { copyText } from '../../ui/copy-text.ts';
import { useOpenedNode } from '../panel-context.ts';
import { curlOf } from './curl.ts';
import { useAddresses } from './use-trigger-check.ts';
import classes from './webhook.module.css';

/** Where calls reach this node. A click copies. */
export const WebhookAddresses = () => {
  const { node, issues } = useOpenedNode();
  const { data: addresses = [], error } = useAddresses(node, true);
  const [kind, setKind] = useState<'test' | 'production'>('test');
  // What a field is marked with is not said twice.
  const isMarked = issues.some(({ message }) => message === error?.message);
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
      {error && (
        <p className={classes.problem}>
          {isMarked ? t('panel.webhook.wronglySet') : t('panel.webhook.invalid', { problem: error.message })}
        </p>
      )}
      {!error &&
        addresses.map(({ method, url, testUrl }) => {
          const address = kind === 'test' ? testUrl : url;
          return (
            <div key={`${method} ${url}`} className={classes.address}>
              <AddressButton method={method} address={address} />
              <Tooltip label={t('panel.webhook.curl')}>
                <ActionIcon
                  aria-label={t('panel.webhook.curl')}
                  onClick={() => void copyText(curlOf(method, address), t('panel.webhook.curlCopied'))}
                >
                  <IconTerminal2 size={16} />
                </ActionIcon>
              </Tooltip>
            </div>
          );
        })}
      <p className={classes.hint}>{t(kind === 'test' ? 'panel.webhook.test.hint' : 'panel.webhook.production.hint')}</p>
    </section>
  );
};
