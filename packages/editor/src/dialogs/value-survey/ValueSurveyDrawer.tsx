import { Button, Drawer } from '@mantine/core';
import { useState } from 'react';
import { isEmail } from '../../account/checks.ts';
import { TextField } from '../../account/TextField.tsx';
import { describeError } from '../../api/errors.ts';
import { t } from '../../messages/prompts.ts';
import { sendValue } from '../../prompts/prompts-host.ts';
import { showError, showSuccess } from '../../ui/toasts.ts';
import { useForm } from '../../ui/use-form.ts';
import classes from './ValueSurveyDrawer.module.css';

const scores = Array.from({ length: 11 }, (_, score) => score);
/** From here on somebody likes it. */
const positive = 8;
const thanksTime = 15_000;

/** How likely the person is to recommend the product, which is told at once; then where they may be written to. */
export const ValueSurveyDrawer = ({ close }: { close: () => void }) => {
  const [score, setScore] = useState<number>();
  const choose = (chosen: number) => {
    setScore(chosen);
    sendValue(chosen).catch((error: unknown) => showError(t('prompts.failed'), describeError(error)));
  };
  const title =
    score === undefined
      ? t('prompts.survey.title')
      : t(score >= positive ? 'prompts.survey.positive' : 'prompts.survey.improve');
  return (
    <Drawer
      opened
      onClose={close}
      title={title}
      position="bottom"
      size="auto"
      closeButtonProps={{ 'aria-label': t('shell.close') }}
      overlayProps={{ color: 'var(--veil)', backgroundOpacity: 1 }}
      classNames={{
        inner: classes.frame,
        content: classes.drawer,
        title: classes.title,
        header: classes.part,
        body: classes.part,
      }}
    >
      {score === undefined ? <Scores onChoose={choose} /> : <EmailStep score={score} close={close} />}
    </Drawer>
  );
};

const Scores = ({ onChoose }: { onChoose: (score: number) => void }) => (
  <fieldset className={classes.scores} aria-label={t('prompts.survey.scores')}>
    <div className={classes.buttons}>
      {scores.map((score) => (
        <Button key={score} variant="default" size="md" px={0} onClick={() => onChoose(score)}>
          {score}
        </Button>
      ))}
    </div>
    <div className={classes.ends}>
      <span>{t('prompts.survey.least')}</span>
      <span>{t('prompts.survey.most')}</span>
    </div>
  </fieldset>
);

const EmailStep = ({ score, close }: { score: number; close: () => void }) => {
  const form = useForm(
    { email: '' },
    ({ email }) => ({ email: isEmail(email.trim()) ? undefined : t('prompts.email.invalid') }),
    async ({ email }) => {
      try {
        const isTaken = await sendValue(score, email.trim());
        close();
        if (isTaken)
          showSuccess(t('prompts.survey.thanks'), {
            message: t('prompts.survey.thanks.message'),
            duration: thanksTime,
          });
      } catch (error) {
        showError(t('prompts.failed'), describeError(error));
      }
    },
  );
  return (
    <form className={classes.email} noValidate onSubmit={form.onSubmit}>
      <TextField
        className={classes.field}
        type="email"
        autoComplete="email"
        label={t('prompts.email')}
        placeholder={t('prompts.email.placeholder')}
        data-autofocus
        autoFocus
        {...form.field('email')}
      />
      <Button type="submit" size="md" disabled={!form.isValid} loading={form.isBusy}>
        {t('prompts.send')}
      </Button>
    </form>
  );
};
