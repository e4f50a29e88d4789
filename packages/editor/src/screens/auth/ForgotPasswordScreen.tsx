import { Alert, Anchor, Button } from '@mantine/core';
import { IconAlertTriangle, IconMailCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { emailProblem } from '../../account/checks.ts';
import { EmailField } from '../../account/PersonFields.tsx';
import { client } from '../../api/client.ts';
import { ApiError, describeError } from '../../api/errors.ts';
import { settingsQuery } from '../../api/queries.ts';
import { t } from '../../messages/accounts.ts';
import { showError, showSuccess } from '../../ui/toasts.ts';
import { useForm } from '../../ui/use-form.ts';
import { AuthFrame } from './AuthFrame.tsx';
import classes from './auth.module.css';

/** Asks for a link by mail with which the password is changed. Without a mail server it says whom to ask. */
export const ForgotPasswordScreen = () => {
  const { data: settings } = useQuery(settingsQuery);
  const [sentTo, setSentTo] = useState<string>();
  return (
    <AuthFrame
      title={t('auth.forgot.title')}
      message={settings?.userManagement.smtpSetup && sentTo === undefined && t('auth.forgot.message')}
      below={
        <Anchor component={Link} to="/signin" size="sm">
          {t('auth.backToSignIn')}
        </Anchor>
      }
    >
      {!settings?.userManagement.smtpSetup ? (
        <Alert
          className={classes.notice}
          color="yellow"
          icon={<IconAlertTriangle size={18} />}
          title={t('auth.forgot.noMail.title')}
        >
          {t('auth.forgot.noMail.message')}
        </Alert>
      ) : sentTo === undefined ? (
        <ForgotForm onSent={setSentTo} />
      ) : (
        <>
          <Alert
            className={classes.notice}
            color="teal"
            icon={<IconMailCheck size={18} />}
            title={t('auth.forgot.sent')}
            role="status"
          >
            {t('auth.forgot.sent.message', { email: sentTo })}
          </Alert>
          <Button variant="default" size="md" fullWidth mt="lg" onClick={() => setSentTo(undefined)}>
            {t('auth.forgot.again')}
          </Button>
        </>
      )}
    </AuthFrame>
  );
};

const ForgotForm = ({ onSent }: { onSent: (email: string) => void }) => {
  const form = useForm(
    { email: '' },
    ({ email }) => ({ email: emailProblem(email) }),
    async (values) => {
      const email = values.email.trim();
      try {
        await client.passwords.forgot({ body: { email } });
        showSuccess(t('auth.forgot.sent'));
        onSent(email);
      } catch (error) {
        const isOfMail = error instanceof ApiError && error.status >= 500;
        const described = describeError(error);
        showError(
          t('auth.forgot.failed'),
          isOfMail ? { ...described, message: t('auth.forgot.smtpError') } : described,
        );
      }
    },
  );
  return (
    <form className={classes.form} noValidate onSubmit={form.onSubmit}>
      <EmailField form={form} isFirst autoComplete="username" />
      <Button type="submit" size="md" fullWidth loading={form.isBusy}>
        {t('auth.forgot.submit')}
      </Button>
    </form>
  );
};
