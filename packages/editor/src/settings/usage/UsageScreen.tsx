import { Button, Group, Skeleton, Text } from '@mantine/core';
import type { PromptAnswer } from '@millrace/contract';
import { IconDownload } from '@tabler/icons-react';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { apiBase, client } from '../../api/client.ts';
import { settingsQuery } from '../../api/queries.ts';
import { t } from '../../messages/prompts.ts';
import { FailureMessage } from '../../ui/FailureMessage.tsx';
import { saveFile } from '../../ui/files.ts';
import { Message } from '../../ui/Message.tsx';
import table from '../../ui/Table.module.css';
import { SettingsPage, SettingsSection } from '../SettingsPage.tsx';
import { AnswerRow } from './AnswerRow.tsx';

/** Those that are shown; all are in the files. */
const mostShown = 100;

const answersQuery = queryOptions({
  queryKey: ['prompt-answers'],
  queryFn: ({ signal }) => client.prompts.answers({ signal }),
  staleTime: 0,
});

/** What the instance tells of its use, and what people have answered. */
export const UsageScreen = () => {
  const isOn = useQuery(settingsQuery).data?.telemetry.enabled === true;
  const { data, error, refetch } = useQuery(answersQuery);
  return (
    <SettingsPage title={t('usage.title')} text={t('usage.text')} isWide>
      <SettingsSection title={t('usage.telemetry')}>
        <Text size="sm">{t(isOn ? 'usage.telemetry.on' : 'usage.telemetry.off')}</Text>
        <Text size="sm" c="dimmed" mt="xs">
          {t('usage.telemetry.how')}
        </Text>
      </SettingsSection>
      <SettingsSection title={t('usage.answers')} text={t('usage.answers.text')}>
        {data ? (
          <Answers answers={data} />
        ) : error ? (
          <FailureMessage title={t('usage.answers.failed')} error={error} onRetry={() => void refetch()} />
        ) : (
          <Skeleton height={96} role="status" aria-label={t('shell.loading')} />
        )}
      </SettingsSection>
    </SettingsPage>
  );
};

const Answers = ({ answers }: { answers: readonly PromptAnswer[] }) => {
  if (answers.length === 0) return <Message title={t('usage.answers.empty')} text={t('usage.answers.empty.message')} />;
  return (
    <>
      <Group justify="space-between" mb="sm">
        <Text size="sm">{t('usage.answers.count', { count: answers.length })}</Text>
        <Group gap="xs">
          <Button
            component="a"
            href={`${apiBase}/prompt-answers/csv`}
            download
            variant="default"
            leftSection={<IconDownload size={16} aria-hidden="true" />}
          >
            {t('usage.export.csv')}
          </Button>
          <Button
            variant="default"
            leftSection={<IconDownload size={16} aria-hidden="true" />}
            onClick={() => saveFile('answers.json', JSON.stringify(answers, null, 2))}
          >
            {t('usage.export.json')}
          </Button>
        </Group>
      </Group>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it is scrolled by keys. */}
      <section className={table.scroll} tabIndex={0} aria-label={t('usage.answers')}>
        <table className={table.table}>
          <thead>
            <tr>
              <th>{t('usage.column.time')}</th>
              <th>{t('usage.column.question')}</th>
              <th>{t('usage.column.who')}</th>
              <th>{t('usage.column.answer')}</th>
            </tr>
          </thead>
          <tbody>
            {answers.slice(0, mostShown).map((answer) => (
              <AnswerRow key={`${answer.question} ${answer.user.id} ${answer.askedAt}`} answer={answer} />
            ))}
          </tbody>
        </table>
      </section>
    </>
  );
};
