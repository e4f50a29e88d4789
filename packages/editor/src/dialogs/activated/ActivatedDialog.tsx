import { ActionIcon, Button, Checkbox, Group, Modal, Text, Tooltip } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import { useQueries } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { nodeWebhooksQuery } from '../../api/queries.ts';
import { t } from '../../messages/dialogs.ts';
import { AddressButton } from '../../ui/AddressButton.tsx';
import type { DocumentNode } from '../../workflow/types.ts';
import { closeAllDialogs, type DialogProps } from '../stack.ts';
import classes from './ActivatedDialog.module.css';
import { hideActivated } from './hidden.ts';
import { productionAddresses } from './production-addresses.ts';

/** Says what an active workflow does from now on and where it is called, until the person knows it. */
export const ActivatedDialog = ({
  text,
  workflowId,
  called,
  close,
}: DialogProps['activated'] & { close: () => void }) => {
  const [hides, setHides] = useState(false);
  const leave = () => {
    if (hides) hideActivated();
    close();
  };
  return (
    <Modal opened onClose={leave} title={t('workflow.activated')} size={560} centered>
      <Text size="sm">{text}</Text>
      <Addresses nodes={called} workflowId={workflowId} />
      <Text size="sm" c="dimmed" mt="sm">
        {t('activated.executions')}{' '}
        {workflowId !== null && (
          <Link
            to="/workflow/$id/executions"
            params={{ id: workflowId }}
            className={classes.link}
            onClick={() => {
              leave();
              closeAllDialogs();
            }}
          >
            {t('activated.executions.show')}
          </Link>
        )}
      </Text>
      <Group justify="space-between" mt="lg" gap="xs">
        <Checkbox
          label={t('activated.hide')}
          checked={hides}
          onChange={(event) => setHides(event.currentTarget.checked)}
        />
        <Button onClick={leave} data-autofocus>
          {t('activated.close')}
        </Button>
      </Group>
    </Modal>
  );
};

/** Where calls and people reach the workflow; nothing until the addresses are known, or where they cannot be told. */
const Addresses = ({ nodes, workflowId }: { nodes: readonly DocumentNode[]; workflowId: string | null }) => {
  const answers = useQueries({ queries: nodes.map(({ data }) => nodeWebhooksQuery(data, workflowId)) });
  const found = nodes.flatMap((node, place) => {
    const addresses = productionAddresses(node, answers[place]?.data ?? []);
    return addresses.length > 0 ? [{ node, addresses }] : [];
  });
  return found.map(({ node: { key, data }, addresses }) => (
    <section key={key} className={classes.addresses} aria-label={t('activated.addresses', { name: data.name })}>
      {found.length > 1 && <h3 className={classes.name}>{data.name}</h3>}
      {addresses.map(({ method, url, isPage }) => (
        <div key={`${method} ${url}`} className={classes.address}>
          <AddressButton method={method} address={url} />
          {isPage && (
            <Tooltip label={t('activated.openPage')}>
              <ActionIcon
                component="a"
                href={url}
                target="_blank"
                rel="noreferrer"
                aria-label={t('activated.openPage')}
              >
                <IconExternalLink size={16} />
              </ActionIcon>
            </Tooltip>
          )}
        </div>
      ))}
    </section>
  ));
};
