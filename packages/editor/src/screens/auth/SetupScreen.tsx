import { Button } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { showFailedAttempt } from '../../account/attempt.ts';
import { emailProblem, nameProblem, newPasswordProblem } from '../../account/checks.ts';
import { endSetUp, useEnter } from '../../account/enter.ts';
import { NewPasswordField } from '../../account/NewPasswordField.tsx';
import { EmailField, NameFields } from '../../account/PersonFields.tsx';
import { client } from '../../api/client.ts';
import { confirm } from '../../dialogs/stack.ts';
import { t } from '../../messages/accounts.ts';
import { useForm } from '../../ui/use-form.ts';
import { AuthFrame } from './AuthFrame.tsx';
import classes from './auth.module.css';

/** Makes the default user the owner, or leaves the instance without accounts. */
export const SetupScreen = () => {
  const { setupToken } = useSearch({ from: '/setup' });
  const enter = useEnter();
  const navigate = useNavigate();
  const form = useForm(
    { email: '', firstName: '', lastName: '', password: '' },
    ({ email, firstName, lastName, password }) => ({
      email: emailProblem(email),
      firstName: nameProblem(firstName),
      lastName: nameProblem(lastName),
      password: newPasswordProblem(password),
    }),
    async ({ email, firstName, lastName, password }) => {
      try {
        const user = await client.setup.createOwner({
          body: { email: email.trim(), firstName: firstName.trim(), lastName: lastName.trim(), password, setupToken },
        });
        endSetUp();
        await enter(user);
      } catch (error) {
        showFailedAttempt(t('auth.setUp.failed'), error);
      }
    },
  );

  const skip = async () => {
    const isSure = await confirm({
      title: t('auth.setUp.skip.title'),
      message: t('auth.setUp.skip.message'),
      confirm: t('auth.setUp.skip.confirm'),
      danger: true,
    });
    if (!isSure) return;
    // A failure says nothing: the next start asks again.
    await client.setup.skip({ body: { setupToken } }).catch(() => undefined);
    endSetUp();
    await navigate({ to: '/', replace: true });
  };

  return (
    <AuthFrame title={t('auth.setUp.title')} message={t('auth.setUp.message')}>
      <form className={classes.form} noValidate onSubmit={form.onSubmit}>
        <EmailField form={form} isFirst autoComplete="username" />
        <NameFields form={form} />
        <NewPasswordField label={t('account.password')} required {...form.field('password')} />
        <div className={classes.actions}>
          <Button className={classes.skip} variant="subtle" color="gray" size="md" onClick={() => void skip()}>
            {t('auth.setUp.skip')}
          </Button>
          <Button type="submit" size="md" loading={form.isBusy}>
            {t('auth.setUp.submit')}
          </Button>
        </div>
      </form>
    </AuthFrame>
  );
};
