import { Button, Group, Modal, Select, Text } from '@mantine/core';
import { type SyntheticEvent, useState } from 'react';
import { client } from '../../api/client.ts';
import { describeError } from '../../api/errors.ts';
import { currentUserQuery, queryClient } from '../../api/queries.ts';
import { t } from '../../messages/prompts.ts';
import {
  optionLabel,
  type PersonalizationQuestion,
  personalizationOptions,
  personalizationQuestions,
} from '../../prompts/personalization-options.ts';
import settings from '../../settings/settings.module.css';
import { showError, showSuccess } from '../../ui/toasts.ts';

type Answers = Partial<Record<PersonalizationQuestion, string>>;

/** They are kept with the account, and not asked for again. */
const store = async (answers: Answers): Promise<void> => {
  await client.me.answerSurvey({ body: answers });
  queryClient.setQueryData(currentUserQuery.queryKey, (user) => user && { ...user, personalizationAnswers: answers });
};

/** What the person does and wants to automate; each answer may be left out. */
export const PersonalizationDialog = ({ close }: { close: () => void }) => {
  const [answers, setAnswers] = useState<Answers>({});
  const [isBusy, setIsBusy] = useState(false);
  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    setIsBusy(true);
    try {
      await store(answers);
      close();
      showSuccess(t('personalization.thanks'));
    } catch (error) {
      showError(t('prompts.failed'), describeError(error));
      setIsBusy(false);
    }
  };
  const skip = () => {
    void store({}).catch(() => {});
    close();
  };
  return (
    <Modal opened onClose={skip} title={t('personalization.title')} size={500} centered>
      <form className={settings.form} style={{ gap: 16 }} onSubmit={(event) => void submit(event)}>
        <Text size="sm">{t('personalization.message')}</Text>
        {personalizationQuestions.map((question, index) => (
          <Select
            key={question}
            label={t(`personalization.${question}`)}
            placeholder={t('personalization.choose')}
            clearable
            data-autofocus={index === 0 || undefined}
            comboboxProps={{ zIndex: 1000 }}
            data={personalizationOptions[question].map((option) => ({
              value: option,
              label: t(optionLabel(question, option)),
            }))}
            value={answers[question] ?? null}
            onChange={(value) =>
              setAnswers(({ [question]: _, ...rest }) => (value === null ? rest : { ...rest, [question]: value }))
            }
          />
        ))}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={skip}>
            {t('personalization.skip')}
          </Button>
          <Button type="submit" loading={isBusy}>
            {t('personalization.continue')}
          </Button>
        </Group>
      </form>
    </Modal>
  );
};
