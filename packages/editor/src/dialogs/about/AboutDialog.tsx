import { Button, Group, Modal, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { describeError } from '../../api/errors.ts';
import { settingsQuery } from '../../api/queries.ts';
import { HelpLink } from '../../help/HelpLink.tsx';
import { t } from '../../messages/dialogs.ts';
import { Mark } from '../../ui/Mark.tsx';
import { openDialog } from '../stack.ts';
import classes from './AboutDialog.module.css';

export const AboutDialog = ({ close }: { close: () => void }) => {
  const { data: settings, error } = useQuery(settingsQuery);
  const rows = [
    [t('about.version'), settings?.versionCli],
    [
      t('about.license'),
      <>
        {t('about.licenseName')} · <HelpLink page="licenses" label={t('about.licensesOfOthers')} />
      </>,
    ],
    [t('about.timezone'), settings?.timezone],
    [t('about.instance'), settings?.instanceId],
  ] as const;
  return (
    <Modal opened onClose={close} title={t('about.title')} size={460} centered>
      <Group gap="md" wrap="nowrap" mb="md">
        <Mark size={48} />
        <Text size="sm" c="dimmed">
          {t('about.tagline')}
        </Text>
      </Group>
      {error && <Text size="sm">{describeError(error).message}</Text>}
      <dl className={classes.facts}>
        {rows.map(([label, value]) => (
          <div key={label} className={classes.row}>
            <dt>{label}</dt>
            <dd>{value ?? (error ? '--' : <Skeleton h={12} w={140} />)}</dd>
          </div>
        ))}
      </dl>
      <Button variant="default" mt="md" onClick={() => openDialog('updates', {})}>
        {t('about.updates')}
      </Button>
    </Modal>
  );
};
